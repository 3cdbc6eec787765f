#!/usr/bin/env bash
# Compares url1738 with loops over the url crate, over fluent-uri and over Perl's URI module, in one run on one machine:
# check --summary with loops that count the same, and the commands that write with loops that write scheme, host, port and path.
#   tests/peers/program.sh [LINES] [ROUNDS]
# The faster programs run eight times as many rounds.
# Needs GNU time and python3, and for the last one `apt-get install liburi-perl`.
set -eu
top=$(cd "$(dirname "$0")/../.." && pwd)
lines=${1:-5000000} rounds=${2:-5}
target=${CARGO_TARGET_DIR:-$top/target}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$top"
cargo build --release --quiet -p url1738-cli
cargo build --release --quiet -p url1738-peers --bin url_loop --no-default-features
python3 tests/peers/corpus/gen_corpus.py -n "$lines" -s 1738 --mix real -o "$work/corpus"
split -n l/2 "$work/corpus" "$work/half"
# Otherwise the kernel would write them to disk on one core during the measurement.
sync "$work"/corpus "$work"/half*
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
  # Status 1: some plans are refused.
  /usr/bin/time -q -o "$work/time" -f '%U %S %M' "$@" > "$work/out.$name" 2> "$work/err.$name" || [ $? = 1 ]
  awk -v from="$start" -v to="$EPOCHREALTIME" '{print $1 + $2, to - from, $3}' "$work/time" >> "$work/runs.$name"
}
u=$target/release/url1738
# One thread, two threads, and two programs of one thread with half of the lines each, which share nothing. They take
# turns, forward and backward, without pauses, because an idle core is slow at first. There are many rounds, because the
# speed of a shared machine changes.
one() { measure one "$u" check --summary -j 1 "$work/corpus"; }
two() { measure two "$u" check --summary -j 2 "$work/corpus"; }
apart() {
  measure apart sh -c '"$0" check --summary -j 1 "$1" & "$0" check --summary -j 1 "$2"; wait' "$u" "$work"/half*
}
for _ in $(seq $((rounds * 4))); do
  one; two; apart
  apart; two; one
done
for _ in $(seq "$rounds"); do
  measure url "$target/release/url_loop" url count "$work/corpus"
  measure fluent "$target/release/url_loop" fluent-uri count "$work/corpus"
  measure url-writes "$target/release/url_loop" url write "$work/corpus"
  measure fluent-writes "$target/release/url_loop" fluent-uri write "$work/corpus"
  measure tsv "$u" parse --format tsv -q -j 1 "$work/corpus"
  measure normalize "$u" normalize -q -j 1 "$work/corpus"
  measure fix "$u" fix -q -j 1 "$work/corpus"
  measure json "$u" parse --json -q -j 1 "$work/corpus"
  measure plan "$u" plan --json -q -j 1 "$work/corpus"
done
cmp "$work/out.one" "$work/out.two"
if perl -MURI -e 1 2> /dev/null; then
  measure perl perl "$work/uri.pl" "$work/corpus"
else
  echo "skipped: Perl's URI (apt-get install liburi-perl)"
fi

median() { sort -g -k "$2,$2" "$work/runs.$1" | awk -v c="$2" '{v[NR]=$c} END {print v[int((NR+1)/2)]}'; }
printf '%-28s %10s %10s %10s\n' 'lines '"$lines" 'CPU s' 'wall s' 'MiB'
for name in one two apart url fluent perl url-writes fluent-writes tsv normalize fix json plan; do
  [ -f "$work/runs.$name" ] || continue
  printf '%-28s %10.2f %10.2f %10.1f\n' "$name" "$(median $name 1)" "$(median $name 2)" \
    "$(awk -v k="$(median $name 3)" 'BEGIN {print k / 1024}')"
done
ratio() { awk -v a="$1" -v b="$2" 'BEGIN {printf "%.3f", a / b}'; }
# faster NAME: the speed as a multiple of one thread, by wall time. Prints the median and the quartiles of the ratios of
# all rounds, because the speed of the machine changes, and the ratio of the fastest runs, which other load disturbed least.
faster() {
  paste "$work/runs.one" "$work/runs.$1" |
    awk '{one += $2; other += $5} NR % 2 == 0 {print one / other; one = other = 0}' | sort -g |
    awk '{v[NR] = $1} END {printf "%.3f (%.3f to %.3f)", v[int((NR + 1) / 2)], v[int((NR + 3) / 4)], v[int((3 * NR + 3) / 4)]}'
  printf ', fastest runs %s' "$(ratio "$(least one)" "$(least "$1")")"
}
least() { sort -g -k 2,2 "$work/runs.$1" | awk 'NR == 1 {print $2}'; }
echo "CPU over the url crate:   $(ratio "$(median one 1)" "$(median url 1)")  (bound: at most 0.25)"
echo "CPU over fluent-uri:      $(ratio "$(median one 1)" "$(median fluent 1)")  (bound: at most 0.80)"
for bound in tsv:0.40 normalize:0.40 fix:0.40 json:0.60 plan:1.00; do
  name=${bound%:*}
  printf '%-26s%s  (bound: at most %s)\n' "$name, CPU over url-writes:" \
    "$(ratio "$(median "$name" 1)" "$(median url-writes 1)")" "${bound#*:}"
done
[ -f "$work/runs.perl" ] && echo "CPU over Perl's URI:      $(ratio "$(median one 1)" "$(median perl 1)")  (bound: at most 0.0167)"
echo "two cores over one:       $(faster two)  (bound: at least 1.8)"
echo "two programs over one:    $(faster apart)  (the most that this machine allows)"
