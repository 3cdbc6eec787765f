#!/usr/bin/env bash
# All ways in which a run of url1738 can end. $URL1738 is the program.
set -u
# A parent such as nohup or a job runner may ignore signals, which a shell cannot undo: without it, the program would
# ignore them, too, and the tests of signals would wait for ever.
if [ -z "${SIGNALS_ARE_SET:-}" ]; then
  export SIGNALS_ARE_SET=1
  if env --default-signal true 2> /dev/null; then
    exec env --default-signal bash "$0"
  fi
fi
u=${URL1738:?the program}
here=$(mktemp -d)
trap 'rm -rf "$here"' EXIT
cd "$here" || exit 1
failed=0
exec 3>&1

# expect NAME CODE WANTED-CODE [FILE PATTERN]: checks the exit code, and a pattern in the output.
expect() {
  local name=$1 code=$2 wanted=$3
  if [ "$code" != "$wanted" ]; then
    echo "$name: exit code $code, not $wanted"
    failed=1
  fi
  if [ $# -gt 3 ] && ! grep -qE -- "$5" "$4"; then
    echo "$name: no /$5/ in $4:"
    head -5 "$4"
    failed=1
  fi
}
quiet() {
  if [ -s "$2" ]; then
    echo "$1: unexpected output:"
    head -5 "$2"
    failed=1
  fi
}

printf 'http://h/%s\n' a b c > good
printf 'http://h/\nhttp://h/ \n' > bad
for i in $(seq 20000); do echo "http://h/$i"; done > many
ulimit -c 0

"$u" check good > out 2> err; expect 'all valid' $? 0 out '^3 lines = 3 ok \+ 0 bad \+ 0 skipped$'
"$u" check bad > out 2> err; expect 'one bad' $? 1 out '^2 lines = 1 ok \+ 1 bad \+ 0 skipped'
"$u" plan 'ftp://h/%0a' > out 2> err; expect 'refused' $? 1 out 'access refused'
"$u" check --no-such-option > out 2> err; expect 'usage' $? 2 err 'unexpected argument'
"$u" > out 2> err; expect 'no command' $? 2 err 'Usage'
"$u" --help > out 2> err; expect 'help' $? 0 out 'Exit status'

# Inputs that cannot be read are reported, and the others are still read.
"$u" check missing good > out 2> err; expect 'missing file' $? 2 err "^error: 'missing' is not a file and has no scheme$"
expect 'missing file, the others' 0 0 out '^3 lines = 3 ok'
"$u" parse . good > out 2> err; expect 'folder' $? 2 err 'cannot read \.'
"$u" extract missing good > out 2> err; expect 'extract, missing file' $? 2 err 'cannot read missing'
expect 'extract, the others' 0 0 err '^3 URLs = 3 ok'
touch locked; chmod 000 locked
if [ "$(id -u)" != 0 ]; then
  "$u" check locked good > out 2> err; expect 'unreadable file' $? 2 err 'cannot read locked'
  expect 'unreadable file, the others' 0 0 out '^3 lines = 3 ok'
fi
# A file that can be opened but not read, even by root.
if [ -r /proc/self/mem ]; then
  "$u" check /proc/self/mem good > out 2> err; expect 'input error' $? 2 err 'cannot read /proc/self/mem'
  expect 'input error, the others' 0 0 out '^3 lines = 3 ok'
fi

# Outputs that cannot be written, including the last flush.
for command in check parse plan fix normalize extract 'check --json' 'check --summary' 'check --summary --format html' 'parse --format csv'; do
  for list in good many; do
    # shellcheck disable=SC2086
    "$u" $command < $list > /dev/full 2> err
    expect "$command on a full disk" $? 2 err 'cannot write to stdout'
  done
done
for command in schemes --help --version 'explain http://h/' 'explain --format svg http://h/' 'build http --host h' 'compare http://h/ http://h'; do
  # shellcheck disable=SC2086
  "$u" $command > /dev/full 2> err
  expect "$command on a full disk" $? 2 err 'No space left|cannot write'
done
"$u" fix 'http://h/ x' > out 2> /dev/full; expect 'standard error on a full disk' $? 0 out '^http://h/%20x$'

# A reader that closes the pipe early.
for command in 'parse' 'check --json' 'normalize' 'plan' 'extract'; do
  # shellcheck disable=SC2086
  { "$u" $command -q many 2> err; echo $? > code; } | head -n 1 > out
  expect "closed pipe, $command" "$(cat code)" 0
  quiet "closed pipe, $command" err
done
{ "$u" schemes 2> err; echo $? > code; } | true; expect 'closed pipe, schemes' "$(cat code)" 0
for command in 'check good' 'fix good' 'extract good' 'schemes' --help --version 'explain http://h/'; do
  # shellcheck disable=SC2086
  "$u" $command >&- 2> err; expect "closed standard output, $command" $? 2 err 'cannot write to stdout: it is closed'
done
"$u" check good > /dev/null 2> err; expect 'standard output to nowhere' $? 0; quiet 'standard output to nowhere' err
"$u" check good 1<> /dev/null 2> err; expect 'standard output to nowhere, both ways' $? 0
"$u" check good > out 2>&-; expect 'closed standard error' $? 0
"$u" check <&- > out 2> err; expect 'closed standard input' $? 0 out '^0 lines'

# An output that is an input.
for command in normalize 'parse --format csv' 'parse --unique --format tsv' 'parse --in good --format csv' 'parse good --not-in' \
  'check --format sarif' 'check --standard whatwg --format csv' 'fix --format markdown' 'fix --diff' 'fix --as text' 'join http://h/ -f' index; do
  # shellcheck disable=SC2086
  cp bad list; "$u" $command list >> list 2> err; expect "$command onto an input" $? 2 err 'refusing to overwrite the input file list'
  cmp -s bad list || { echo "$command onto an input: it was changed"; failed=1; }
done
cp good list; "$u" fix < list >> list 2> err; expect 'output onto standard input' $? 2 err 'refusing to overwrite the file that stdin reads'
cp good page; "$u" check page --summary --format html >> page 2> err; expect 'page onto an input' $? 2 err 'refusing to overwrite the input file page'
cmp -s good page || { echo 'page onto an input: it was changed'; failed=1; }
cp good text; "$u" extract text >> text 2> err; expect 'extract onto its input' $? 2 err 'refusing to overwrite the input file text'

# Signals: exit code 128 plus the number.
for signal in INT TERM HUP; do
  # Bit 0 of the ignored signals is SIGHUP.
  if [ $signal = HUP ] && [ $((0x$(awk '/^SigIgn/ { print $2 }' /proc/$$/status) & 1)) = 1 ]; then
    echo 'skipped: SIGHUP is ignored here, and env cannot undo that' >&3
    continue
  fi
  mkfifo pipe
  "$u" check --json < pipe > out 2> err & pid=$!
  exec 9> pipe; cat many >&9
  for _ in $(seq 200); do [ -s out ] && break; sleep 0.05; done
  kill -$signal $pid; wait $pid; expect "signal $signal" $? $((128 + $(kill -l $signal)))
  exec 9>&-; rm pipe
done
# A full pipe that is never read does not prevent the exit.
mkfifo stuck; exec 8<> stuck
"$u" parse many many many > stuck 2> err & pid=$!
sleep 0.5; kill -TERM $pid; wait $pid; expect 'a pipe that is never read' $? 143
exec 8>&-; rm stuck
# `nohup` ignores hangups.
mkfifo pipe
(trap '' HUP; exec "$u" check < pipe > out 2> err) & pid=$!
exec 9> pipe; sleep 0.2; kill -HUP $pid; cat good >&9; exec 9>&-
wait $pid; expect 'a hangup that is ignored' $? 0 out '^3 lines = 3 ok'
rm pipe

# Inputs that are not text get one hint each.
gzip -c good > good.gz
"$u" check good.gz > out 2> err; expect 'gzip' $? 0 out '^3 lines = 3 ok'
iconv -f UTF-8 -t UTF-16 good > good.16
"$u" check -q good.16 good.16 > out 2> err; expect 'UTF-16' $? 2 err 'good\.16 is UTF-16: convert it'
[ "$(grep -c UTF-16 err)" = 2 ] || { echo 'UTF-16: not one hint per input'; failed=1; }
"$u" extract good.gz > out 2> err; expect 'gzip, extract' $? 0 err '3 URLs = 3 ok'
printf '\3757zXZ\0\0' > good.xz
"$u" extract good.xz good > out 2> err; expect 'xz, extract' $? 2 err 'cannot read good\.xz: '
printf '%%PDF-1.2\n' > good.pdf
"$u" extract good.pdf good > out 2> err; expect 'PDF, extract' $? 2 err 'good\.pdf is a PDF document'

# Interrupts: whole records.
for command in 'parse --json -j 2' 'extract --json' 'normalize -j 2'; do
  mkfifo pipe
  # shellcheck disable=SC2086
  "$u" $command < pipe > out 2> err &
  pid=$!
  exec 9> pipe
  cat many >&9
  for _ in $(seq 200); do [ -s out ] && break; sleep 0.05; done
  kill -INT $pid
  wait $pid; expect "interrupt, $command" $? 130
  exec 9>&-
  rm pipe
  [ -s out ] || { echo "interrupt, $command: nothing was written"; failed=1; }
  [ "$(tail -c 1 out | od -An -c | tr -d ' ')" = '\n' ] || { echo "interrupt, $command: half a record"; failed=1; }
done

# The same of what is written when all lines have been read, to a reader that is slow.
seq -f 'http://h/%.0f' 100000 > more
for command in 'parse --sort host' 'parse --unique' 'parse --in more'; do
  mkfifo pipe
  (exec 7< pipe; head -c 1 <&7 > first; until [ -e go ]; do sleep 0.05; done; cat <&7 > out) & reader=$!
  # shellcheck disable=SC2086
  "$u" $command --get '{url}' more > pipe 2> err & pid=$!
  until [ -s first ]; do sleep 0.05; done
  sleep 0.2; kill -TERM $pid; touch go
  wait $pid; expect "a slow reader, $command" $? 143
  wait $reader; rm pipe first go
  [ "$(tail -c 1 out | od -An -c | tr -d ' ')" = '\n' ] || { echo "a slow reader, $command: half a record"; failed=1; }
done

# Lines that are no lines, and lines that are long. 64 MiB hold the program and the line.
peak() {
  if [ -x /usr/bin/time ]; then
    /usr/bin/time -o peak -f %M "$@"
    local code=$?
    # Standard output is where the program's goes.
    awk 'END { exit !($1 >= 65536) }' peak && { echo "$*: $(tail -1 peak) KiB in memory" >&3; failed=1; }
    return $code
  fi
  "$@"
}
letters() { head -c "$1" /dev/zero | tr '\0' 'a'; }
{ printf 'http://h/'; letters 1048000; echo; cat good; } > long
peak "$u" check long > out 2> err; expect 'a URL of 1 MB' $? 0 out '^4 lines = 4 ok \+ 0 bad \+ 0 skipped$'
{ cat good; letters 1048000; echo '~'; cat good; } > long
peak "$u" check -j 8 --json long > out 2> err; expect 'a bad line of 1 MB' $? 1 err '^7 lines = 6 ok \+ 1 bad'
{ letters 2000000; echo; letters 200000000; echo; cat good; letters 64000000; } > long
peak "$u" check long > out 2> err; expect 'a line too long' $? 1 err 'long:1: line longer than 1 MiB skipped'
expect 'a line too long, counted' 0 0 out '^6 lines = 3 ok \+ 0 bad \+ 3 skipped \(3 too long\)'
peak "$u" check --summary long > out 2> err; expect 'a line too long for a summary' $? 1 err 'long:2: line longer than 1 MiB skipped'
peak "$u" fix long > out 2> err; expect 'a line too long to repair' $? 1 err 'long:1: line longer than 1 MiB skipped'
rm long
printf '\377\375\n\r\n\n\303\251\nftp://h' | "$u" check > out 2> err
expect 'odd lines' $? 1 out '^5 lines = 1 ok \+ 2 bad \+ 2 skipped \(2 empty\); 1 not UTF-8, 1 ended by CR LF, 1 without a line ending$'
: | "$u" check > out 2> err; expect 'nothing' $? 0 out '^0 lines = 0 ok \+ 0 bad \+ 0 skipped$'

# Colours: none in a file, all where they are asked for, none with NO_COLOR.
"$u" check bad > out; grep -q $'\033' out && { echo 'colours in a file'; failed=1; }
"$u" check --color always bad > out; grep -q $'\033' out || { echo 'no colours'; failed=1; }
if command -v script > /dev/null; then
  script -qec "'$u' check bad" /dev/null > out < /dev/null; grep -q $'\033\[' out || { echo 'no colours on a terminal'; failed=1; }
  NO_COLOR=1 script -qec "'$u' check bad" /dev/null > out < /dev/null; grep -q $'\033\[' out && { echo 'colours with NO_COLOR'; failed=1; }

  # A bar on a terminal after a second, drawn some times a second and not for every chunk; none before.
  script -qec "'$u' check --summary good > summary" /dev/null > out < /dev/null; quiet 'a bar for less than a second' out
  script -qec "{ cat many; sleep 1.2; for _ in \$(seq 20); do cat many; done; } | '$u' check --summary > summary" \
    /dev/null > out < /dev/null
  drawn=$(grep -o $'\033\[2K' out | wc -l)
  [ "$drawn" -gt 0 ] || { echo 'no bar on a terminal'; failed=1; }
  [ "$drawn" -lt 140 ] || { echo "a bar drawn $drawn times"; failed=1; }
fi

exit $failed
