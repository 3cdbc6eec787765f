#!/usr/bin/env bash
# The program under faults: killed, out of resources, cut off. Its output must be a prefix of the output of an undisturbed
# run, with no record lost or doubled, and one line must report the fault.
#   URL1738=target/release/url1738 crates/url1738-cli/tests/faults.sh [KILLS] [LENGTH]
# The last line is the tally. $URL1738 is the program; KILLS is how often it is killed [default: 100], LENGTH the number
# of lines of the longest list [default: 30000].
set -u
u=$(realpath "${URL1738:?the program}")
kills=${1:-100}
length=${2:-30000}
here=$(mktemp -d)
chmod 755 "$here"
trap 'chmod -R u+rwX "$here"; rm -rf "$here"' EXIT
cd "$here" || exit 1
ulimit -c 0
tried=0 right=0

# trial NAME: passes if no command since the last trial called `wrong`.
faults=()
wrong() { faults+=("$1"); }
trial() {
  tried=$((tried + 1))
  if [ ${#faults[@]} = 0 ]; then
    right=$((right + 1))
  else
    printf '%s: %s\n' "$1" "${faults[*]}"
    [ -s err ] && head -3 err
  fi
  faults=()
}
# begins PART WHOLE: the bytes of PART are the first ones of WHOLE.
begins() { cmp -s -n "$(stat -c %s "$1")" "$1" "$2" || wrong 'what was written is not a prefix of the whole'; }
same() { cmp -s "$1" "$2" || wrong "$1 differs from $2"; }
code() { [ "$1" = "$2" ] || wrong "exit code $1, not $2"; }
says() { grep -qE -- "$1" err || wrong "no /$1/ on standard error"; }
# Every failure is reported in one line by the program or the runtime, never as a panic.
no_panic() { ! grep -q 'panicked' err || wrong 'a panic'; }

# Lines of every kind, valid and invalid.
schemes=('http://host.dom/a/b?c' 'ftp://u:p@host.dom/d/e;type=a' 'gopher://h.dom/1sel%09q' 'mailto:a@b.dom' 'news:a.b.c'
  'wais://h/db?x' 'http://h/~x' 'file://localhost/etc/motd' 'nntp://h/a.b/1' 'not a url' 'telnet://u@h:23/')
for i in $(seq "$length"); do printf '%s\n' "${schemes[i % 11]/host/host$((i % 97))}"; done > many
head -$((length / 6)) many > some
commands=('check --json' 'parse --json' 'normalize --passwords mask' 'plan --json' 'fix --passwords mask' 'extract --json' 'check --summary' 'check --format csv'
  'parse' 'plan' 'check --summary --json' 'extract' 'normalize --passwords mask --format tsv')
declare -A ends
# The outputs of undisturbed runs over `many` and `some`. The command without its spaces names the file.
name() { echo "${1//[ -]/}"; }
# url1738 COMMAND INPUT... : $1 is split.
run() {
  local command=$1
  shift
  # shellcheck disable=SC2086
  "$u" $command -q "$@"
}
# Like run, but replaces this shell, so that the job is the program.
launch() {
  local command=$1
  shift
  # shellcheck disable=SC2086
  exec "$u" $command -q "$@"
}
for command in "${commands[@]}"; do
  run "$command" many > "whole.$(name "$command")" 2> err < /dev/null
  ends[$command]=$?
  run "$command" < many > "stdin.$(name "$command")" 2> err
  run "$command" some > "some.$(name "$command")" 2> err < /dev/null
done

# Killed at random moments, half of the time while waiting for input, and run again.
running=0
mkfifo pipe
RANDOM=1738
size=$(stat -c %s many)
for i in $(seq "$kills"); do
  command=${commands[i % ${#commands[@]}]}
  whole=whole.$(name "$command")
  at=$((RANDOM * 32768 + RANDOM))
  # If killed before it opens the file, the output of the previous command would remain.
  : > part
  if [ $((i % 2)) = 0 ]; then
    whole=stdin.$(name "$command")
    launch "$command" < pipe > part 2> err &
    pid=$!
    exec 9> pipe
    head -c $((at % size)) many >&9
    sleep "0.0$((RANDOM % 100))"
  else
    launch "$command" many > part 2> err &
    pid=$!
    sleep "0.$(printf %03d $((RANDOM % (length / 200))))"
  fi
  kill -KILL $pid 2> kill.err && running=$((running + 1))
  { wait $pid; } 2> wait.err
  exec 9>&-
  begins part "$whole"
  run "$command" many > again 2> err
  code $? "${ends[$command]}"
  same again "whole.$(name "$command")"
  trial "killed, $command"
done
rm pipe

# A full disk, for every command and format, including the last flush.
for command in "${commands[@]}" 'check --json --lints' 'parse --format csv' 'plan --format tsv' 'schemes --json' 'schemes'; do
  for list in some many /dev/null; do
    [ "$list" = /dev/null ] && case $command in *schemes* | *summary* | *csv* | *tsv*) ;; *) continue ;; esac
    # shellcheck disable=SC2086
    case $command in
      schemes*) "$u" $command > /dev/full 2> err ;;
      *) run "$command" "$list" > /dev/full 2> err < /dev/null ;;
    esac
    code $? 2
    says 'cannot write to stdout'
    trial "full disk, $command of $list"
  done
done

# A reader that closes the pipe after some lines.
for command in "${commands[@]}"; do
  for lines in 0 1 7; do
    { run "$command" many 2> err; echo $? > ended; } | head -n $lines > part
    # If all output fits into the pipe, no error occurs.
    case $(cat ended) in 0 | "${ends[$command]}") ;; *) wrong "exit code $(cat ended)" ;; esac
    begins part "whole.$(name "$command")"
    # Reports on invalid lines are expected.
    case $command in fix* | normalize*) ;; *) [ ! -s err ] || wrong 'it said something' ;; esac
    trial "closed pipe after $lines lines, $command"
  done
done

# Little memory: the whole output, or a prefix of it and a message. Below some limit no program starts.
for command in 'check --json' 'check --summary' 'parse' 'normalize --passwords mask' 'fix --passwords mask' 'extract --json'; do
  for kib in 4000 8000 16000 32000 64000 128000 256000 1000000; do
    # The shell also reports aborted programs.
    { (ulimit -v $kib; launch "$command" many) > part 2> err; } 2> shell.err
    ended=$?
    if [ $ended = "${ends[$command]}" ]; then
      same part "whole.$(name "$command")"
    else
      [ $ended != 0 ] || wrong 'exit code 0 and not all of it'
      begins part "whole.$(name "$command")"
      # If there is too little memory to start, the system reports it, or the runtime, which panics before `main`.
      if { (ulimit -v $kib; exec "$u" --version) > version 2>&1; } 2> shell.err; then
        says 'memory|thread'
      else
        : > err
      fi
    fi
    no_panic
    trial "$kib KiB of memory, $command"
  done
done

# Few file descriptors: inputs that cannot be opened are reported, the others read.
for command in 'check --json' 'check --summary' 'normalize --passwords mask' 'extract --json'; do
  for files in 3 4 5 6 7 8 16; do
    # The shell needs file descriptors for redirections.
    (ulimit -n $files; launch "$command" some) < /dev/null > part 2> err 9>&-
    ended=$?
    case $ended in
      2) begins part "some.$(name "$command")"; says 'Too many open files|cannot' ;;
      127) says 'shared' ;;
      *) same part "some.$(name "$command")" ;;
    esac
    no_panic
    trial "$files files at most, $command"
  done
done

# Unreadable files in a list are reported, one line each, and the others read once.
mkdir folder locked
cp some locked/file
chmod 000 locked
touch denied
chmod 000 denied
as() { "$@"; }
if [ "$(id -u)" = 0 ]; then
  if command -v setpriv > /dev/null; then
    as() { setpriv --reuid=65534 --regid=65534 --clear-groups "$@"; }
  else
    echo 'skipped: root reads everything, and there is no setpriv'
    chmod 755 locked; chmod 644 denied; rm -r locked denied
  fi
fi
cat some some some > three
for command in "${commands[@]}"; do
  # shellcheck disable=SC2086
  case $command in
    # A folder has texts.
    check*) how='--as list' ;;
    *) how= ;;
  esac
  # shellcheck disable=SC2086
  as "$u" $command $how -q some missing some folder denied locked/file some > out 2> err < /dev/null
  code $? 2
  # `extract` takes only files, so it does not ask whether this is a URL.
  says "^error: 'missing' is not a file and has no scheme|cannot read missing: No such file"
  # `extract` searches folders.
  case $command in
    extract*) lines=3 ;;
    *) lines=4; says 'cannot read folder: Is a directory' ;;
  esac
  says 'cannot read denied: (Permission denied|No such file)'
  says 'cannot read locked/file: (Permission denied|No such file)'
  [ "$(grep -c 'cannot read\|is not a file' err)" = $lines ] || wrong "not $lines lines"
  # shellcheck disable=SC2086
  "$u" $command -q some some some > wanted 2> err.wanted
  same out wanted
  trial "unreadable files, $command"
done

# FIFOs are read like files, in order, even with a slow writer.
mkfifo one two
for command in "${commands[@]}"; do
  cat many > one &
  { head -c 100001 many; sleep 0.02; tail -c +100002 many; } > two &
  # shellcheck disable=SC2086
  timeout 60 "$u" $command -q one two > out 2> err
  ended=$?
  # Do not wait for writers whose FIFO was not read.
  { kill %%; kill %1; wait; } 2> kill.err
  cp many one.txt; cp many two.txt
  # shellcheck disable=SC2086
  "$u" $command -q one.txt two.txt > wanted 2> err.wanted
  code $ended $?
  sed -i 's/"file":"\(one\|two\).txt"/"file":"\1"/; s/\b\(one\|two\)\.txt\b/\1/g' wanted
  # The layout of reports and tables depends on the names.
  same <(tr -s ' -' < out) <(tr -s ' -' < wanted)
  trial "FIFO, $command"
done

# A file that grows while it is read: whole lines, each once; lines written too late are missing.
mkdir growing
tail -n +$((length / 2 + 1)) many > rest
for command in 'check --json' 'parse --json' 'normalize --passwords mask' 'plan --json' 'extract --json' 'check --format csv'; do
  head -$((length / 2)) many > growing/many
  (while read -r a && read -r b; do printf '%s\n%s\n' "$a" "$b" >> growing/many; done < rest) &
  pid=$!
  (cd growing && launch "$command" many) > part 2> err
  code $? "${ends[$command]}"
  kill $pid 2> kill.err
  wait $pid 2> wait.err
  begins part "whole.$(name "$command")"
  head -$((length / 2)) many > growing/many
  (cd growing && launch "$command" many) > least 2> err.least
  [ "$(wc -l < part)" -ge "$(wc -l < least)" ] || wrong 'lines are lost that were there'
  [ "$(tail -c 1 part | od -An -c | tr -d ' ')" = '\n' ] || wrong 'half a record'
  trial "a file that grows, $command"
done

# A file that shrinks or disappears while it is read ends there.
for command in 'check --json' 'parse --json' 'check --summary'; do
  cp many going
  launch "$command" going > part 2> err &
  pid=$!
  rm going
  wait $pid
  case $? in "${ends[$command]}") ;; 2) says "cannot read going|'going' is not a file" ;; *) wrong "exit code" ;; esac
  trial "a file that goes away, $command"
  cp many shrinking
  launch "$command" shrinking > part 2> err &
  pid=$!
  : > shrinking
  wait $pid
  case $? in 0 | 1) ;; *) wrong "exit code" ;; esac
  no_panic
  trial "a file that shrinks, $command"
done

echo "killed while running: $running of $kills"
echo "faults: $tried tried, $right as they should"
[ $tried = $right ]
