#!/usr/bin/env bash
# Compares url1738 with loops over the url crate, over fluent-uri and over Perl's URI module, and `extract` with ripgrep, in
# one run on one machine: check --summary with loops that count the same, and the commands that write with a loop over the
# url crate that writes scheme, host, port and path.
#   tests/peers/program.sh [LINES] [ROUNDS] [MEGABYTES]
# Writes the medians with their bounds to PROGRAM.md and every measurement to program.tsv, beside this script.
# The faster programs run more rounds. Needs GNU time and python3; for the last rows `apt-get install liburi-perl ripgrep`.
set -eu
top=$(cd "$(dirname "$0")/../.." && pwd)
lines=${1:-5000000} rounds=${2:-5} megabytes=${3:-1000}
target=${CARGO_TARGET_DIR:-$top/target}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$top"
cargo build --profile dist --quiet -p url1738-cli
cargo build --profile dist --quiet -p url1738-peers --bin url_loop --no-default-features
python3 tests/peers/corpus/gen_corpus.py -n "$lines" -s 1738 --mix real -o "$work/corpus"
# Prose with a URL in every fifth line, half of them in brackets.
awk -v bytes=$((megabytes * 1000000)) '
  { url[NR] = $0 }
  END {
    prose = "The quick brown fox jumps over the lazy dog: at 10:30, it said, \"nothing is new; see below\"."
    for (line = 1; written < bytes; line++) {
      text = prose
      if (line % 10 == 0) text = "It is at <URL:" url[line / 10 % NR + 1] ">, or nearby."
      if (line % 10 == 5) text = "It is at " url[(line - 5) / 10 % NR + 1] " , or nearby."
      print text
      written += length(text) + 1
    }
  }' "$work/corpus" > "$work/text"
split -n l/2 "$work/corpus" "$work/half"
# Otherwise the kernel would write them to disk on one core during the measurement.
sync "$work"/corpus "$work"/half* "$work/text"
cat > "$work/uri.pl" <<'PERL'
use strict; use URI;
my ($good, $bad, %schemes, %hosts, %ports) = (0, 0);
while (my $line = <>) {
  chomp $line;
  my $url = URI->new($line);
  my $scheme = $url->scheme;
  if (!defined $scheme) { $bad++; next }
  $good++;
  $schemes{$scheme}++;
  if ($url->can('host')) { my $host = $url->host; $hosts{$host}++ if defined $host; }
  if ($url->can('port')) { my $port = $url->port; $ports{$port}++ if defined $port; }
}
print "$good ok, $bad bad\n";
PERL

# measure NAME COMMAND...: user and system seconds, wall seconds, peak KiB. GNU time only measures hundredths of wall time.
measure() {
  local name=$1 start=$EPOCHREALTIME
  shift
  # Status 1: some plans are refused. Status 2: URLs with passwords are left out.
  /usr/bin/time -q -o "$work/time" -f '%U %S %M' "$@" > "${out:-$work/out.$name}" 2> "$work/err.$name" || [ $? -le 2 ]
  awk -v from="$start" -v to="$EPOCHREALTIME" '{print $1 + $2, to - from, $3}' "$work/time" >> "$work/runs.$name"
}
u=$target/dist/url1738 loop=$target/dist/url_loop
# One thread, two threads, and two programs of one thread with half of the lines each, which share nothing. They take
# turns, forward and backward, without pauses, because an idle core is slow at first. There are many rounds, because the
# speed of a shared machine changes.
one() { measure one "$u" check --summary -j 1 "$work/corpus"; }
two() { measure two "$u" check --summary -j 2 "$work/corpus"; }
apart() {
  measure apart sh -c '"$0" check --summary -j 1 "$1" & "$0" check --summary -j 1 "$2"; wait' "$u" "$work"/half*
}
for _ in $(seq $((rounds * 2))); do
  one; two; apart
  apart; two; one
done
# Every command and the loop that it is compared with take turns. They write to /dev/null, since a file costs the system
# as much as the program, and they write up to eight times as much as the loop.
against_writing() {
  local out=/dev/null
  for _ in $(seq "$rounds"); do
    measure "url-writes.$1" "$loop" url write "$work/corpus"
    measure "$@" "$work/corpus"
  done
}
against_writing tsv "$u" parse --format tsv -q -j 1
against_writing normalize "$u" normalize -q -j 1
against_writing fix "$u" fix -q -j 1
against_writing json "$u" parse --json -q -j 1
against_writing plan "$u" plan --json -q -j 1
for _ in $(seq "$rounds"); do
  measure url "$loop" url count "$work/corpus"
  measure fluent "$loop" fluent-uri count "$work/corpus"
  measure counts "$u" check --summary -q -j 1 "$work/corpus"
  measure check "$u" check --no-config -q -j 1 "$work/corpus"
  measure selects "$u" check --no-config --select errors --ignore unexpected-byte,empty-label -q -j 1 "$work/corpus"
done
sed 's/^http:/htp:/; s/^ftp:/localhost:/' "$work/corpus" > "$work/unknown"
measure unknown-loop "$loop" fluent-uri count "$work/unknown"
measure unknown "$u" check --no-config -q -j 1 "$work/unknown"
measure unknown-lints "$u" check --no-config --lints --limit 1 -q -j 1 "$work/unknown"
regex='(ftp|http|gopher|mailto|news|nntp|telnet|wais|file|prospero):[^[:space:]<>"]+'
for _ in $(seq "$rounds"); do
  measure extract "$u" extract --bare "$work/text"
  if command -v rg > /dev/null; then measure rg rg --no-config -j 1 -o -N -I "$regex" "$work/text"; fi
done
cmp "$work/out.one" "$work/out.two"
if perl -MURI -e 1 2> /dev/null; then
  measure perl perl "$work/uri.pl" "$work/corpus"
else
  echo "skipped: Perl's URI (apt-get install liburi-perl)"
fi

median() { sort -g -k "$2,$2" "$work/runs.$1" | awk -v c="$2" '{v[NR]=$c} END {print v[int((NR+1)/2)]}'; }
# ratio NAME REFERENCE COLUMN: the median of the ratios of the runs that took turns.
ratio() {
  paste "$work/runs.$1" "$work/runs.$2" |
    awk -v c="$3" '$(c + 3) > 0 {print $c / $(c + 3)}' | sort -g | awk '{v[NR] = $1} END {printf "%.3f", v[int((NR + 1) / 2)]}'
}
# faster NAME REFERENCE: the speed as a multiple of the reference, by wall time, of pairs of runs.
faster() {
  paste "$work/runs.$2" "$work/runs.$1" |
    awk '{one += $2; other += $5} NR % 2 == 0 {print one / other; one = other = 0}' | sort -g |
    awk '{v[NR] = $1} END {printf "%.2f", v[int((NR + 1) / 2)]}'
}
# row WHAT BOUND VALUE (at most|at least)
row() {
  local met=NOT\ MET
  awk -v value="$3" -v bound="$2" -v least="$4" 'BEGIN {exit !(least == "at least" ? value >= bound : value <= bound)}' && met=met
  echo "| $1 | $4 $2 | $3 | $met |"
}
here=$top/tests/peers
{
  echo '# name, user and system seconds, wall seconds, peak KiB; one row per run'
  for runs in "$work"/runs.*; do sed "s/ /\t/g; s|^|${runs##*/runs.}\t|" "$runs"; done
} > "$here/program.tsv"
{
  echo '# The program compared with loops over other libraries'
  echo
  echo "Medians of $rounds rounds with $lines generated lines and $megabytes MB of text, $(nproc) processors, $(date +%F):"
  echo "\`tests/peers/program.sh $lines $rounds $megabytes\`. CPU is user and system time, on one thread; what is written goes to /dev/null."
  echo '`program.tsv` holds every run. [TRIED.md](TRIED.md) lists what was tried, and where the time of the other rows goes.'
  echo 'The rows of two threads and two programs need an idle machine.'
  echo
  echo '| figure | bound | measured | |'
  echo '|---|---|---|---|'
  row '`check --summary`, CPU against a loop over url' 0.25 "$(ratio counts url 1)" 'at most'
  row '`check --summary`, CPU against a loop over fluent-uri' 0.80 "$(ratio counts fluent 1)" 'at most'
  row '`check`, CPU against a loop over fluent-uri' 0.80 "$(ratio check fluent 1)" 'at most'
  row '`check --select errors --ignore unexpected-byte,empty-label`, CPU against the same' 0.80 "$(ratio selects fluent 1)" 'at most'
  row '`check` of unknown schemes, CPU against the same' 0.80 "$(ratio unknown unknown-loop 1)" 'at most'
  for bound in tsv:0.40:'parse --format tsv' normalize:0.40:normalize fix:0.40:fix json:0.60:'parse --json' plan:1.00:'plan --json'; do
    IFS=: read -r name most command <<< "$bound"
    row "\`$command\`, CPU against a loop over url that writes" "$most" "$(ratio "$name" "url-writes.$name" 1)" 'at most'
  done
  [ -f "$work/runs.rg" ] && row '`extract`, CPU against `rg -o` with a regex of the ten schemes' 1.0 "$(ratio extract rg 1)" 'at most'
  [ -f "$work/runs.perl" ] && row "\`check --summary\`, CPU against Perl's URI" 0.0167 "$(ratio one perl 1)" 'at most'
  row '`check --summary`, two threads against one' 1.8 "$(faster two one)" 'at least'
  echo "| two programs against one, which share nothing | | $(faster apart one) | the most that this machine allows |"
  echo "| \`check --lints\` of unknown schemes, CPU against a loop over fluent-uri | | $(ratio unknown-lints unknown-loop 1) | |"
  largest=$(cat "$work"/runs.{tsv,normalize,fix,json,plan,check,counts,extract} | sort -g -k 3,3 | tail -1 | awk '{printf "%.1f", $3 / 1024}')
  row 'memory, MiB' 64 "$largest" 'at most'
} | tee "$here/PROGRAM.md"
