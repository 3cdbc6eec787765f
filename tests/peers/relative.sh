#!/usr/bin/env bash
# Resolves the 39 examples of RFC 1808, section 5, with the standard library of Python and Ruby and with Perl's URI module:
#   tests/peers/relative.sh > crates/url1738-relative/tests/data/peers.tsv
# Needs python3, ruby and perl; for the last `apt-get install liburi-perl`. The tests of url1738-relative make the table of
# the docs of the results and of those of Rust crates.
set -eu
top=$(cd "$(dirname "$0")/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
grep -v '^# ' "$top/crates/url1738-relative/tests/data/rfc1808.tsv" | cut -f1 > "$work/references"
cat > "$work/resolve.py" <<'PYTHON'
import platform, sys
from urllib.parse import urljoin
for line in sys.stdin:
    reference = line.rstrip("\n")
    print(f"Python urllib {platform.python_version()}", reference, urljoin("http://a/b/c/d;p?q#f", reference), sep="\t")
PYTHON
cat > "$work/resolve.pl" <<'PERL'
use strict; use URI;
while (my $reference = <>) {
  chomp $reference;
  print join("\t", "Perl URI $URI::VERSION", $reference, URI->new_abs($reference, "http://a/b/c/d;p?q#f")), "\n";
}
PERL
cat > "$work/resolve.rb" <<'RUBY'
require "uri"
ARGF.each_line(chomp: true) do |reference|
  result = begin
    URI.join("http://a/b/c/d;p?q#f", reference).to_s
  rescue URI::Error => error
    "! #{error.class}"
  end
  puts ["Ruby uri #{URI::VERSION}", reference, result].join("\t")
end
RUBY
echo "# Written by tests/peers/relative.sh on $(date +%F)."
echo "# implementation, reference, result"
python3 "$work/resolve.py" < "$work/references"
perl "$work/resolve.pl" "$work/references"
ruby "$work/resolve.rb" "$work/references"
