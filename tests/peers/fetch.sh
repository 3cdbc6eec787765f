#!/usr/bin/env bash
# Compares `url1738 fetch` with curl, lftp and lynx on a vsftpd of this machine: a tree that is mirrored, a list of URLs that is
# fetched, and a directory that is listed.
#   tests/peers/fetch.sh [FILES] [ROUNDS]
# Writes the medians to FETCH.md beside this script. Needs root, and curl, lftp, lynx, vsftpd and GNU time.
set -euo pipefail
top=$(cd "$(dirname "$0")/../.." && pwd)
files=${1:-10000} rounds=${2:-5} port=${PORT:-2121}
work=$(mktemp -d)
server=''
trap 'kill $server 2>/dev/null; rm -rf "$work"' EXIT
cd "$top"
cargo build --release --quiet -p url1738-cli
u=${CARGO_TARGET_DIR:-$top/target}/release/url1738
mkdir -p "$work/root/pub"
for ((at = 1; at <= files; at++)); do
  head -c 1024 /dev/zero > "$work/root/pub/file$at.txt"
done
chmod -R a+rX "$work"
cat > "$work/vsftpd.conf" <<END
listen=YES
background=NO
listen_address=127.0.0.1
listen_port=$port
seccomp_sandbox=NO
anonymous_enable=YES
anon_root=$work/root
xferlog_enable=NO
END
vsftpd=$(PATH=$PATH:/usr/sbin command -v vsftpd)
"$vsftpd" "$work/vsftpd.conf" &
server=$!
base=ftp://127.0.0.1:$port/pub
until curl -s --max-time 5 "$base/file1.txt" > "$work/first"; do sleep 0.1; done
for ((at = 1; at <= files / 10; at++)); do echo "$base/file$at.txt"; done > "$work/list"
sed 's/.*/url = "&"\nremote-name/' "$work/list" > "$work/curlrc"
sed "s#$base/#get /pub/#; \$a quit" "$work/list" > "$work/lftprc"

# measure WHAT PROGRAM COMMAND...: in an empty folder; wall seconds, CPU seconds, and how many files there are then.
measure() {
  local what=$1 name=$2
  shift 2
  rm -rf "$work/in"
  mkdir "$work/in"
  (cd "$work/in" && timeout 300 /usr/bin/time -q -o "$work/time" -f '%e %U %S' "$@" > "$work/out" 2> "$work/err") || true
  local found
  found=$(find "$work/in" -type f | wc -l)
  [ "$what" != directory ] || found=$(grep -c 'file[0-9]*\.txt' "$work/out")
  awk -v what="$what" -v name="$name" -v found="$found" '{print what "\t" name "\t" $1 "\t" $2 + $3 "\t" found}' "$work/time" >> "$work/runs"
}
export LFTP_HOME=$work
for ((round = 0; round < rounds; round++)); do
  measure tree url1738 "$u" fetch --quiet --recursive --max-files 1000000 "$base/"
  measure tree lftp lftp -c "open ftp://127.0.0.1:$port; mirror /pub ."
  measure list url1738 "$u" fetch --quiet --remote-name --file "$work/list"
  measure list curl curl -s -K "$work/curlrc"
  measure list lftp lftp -c "open ftp://127.0.0.1:$port; source $work/lftprc"
  measure directory url1738 "$u" fetch "$base/"
  measure directory curl curl -s "$base/"
  measure directory lftp lftp -c "open ftp://127.0.0.1:$port; cls -l /pub"
  measure directory lynx lynx -dump -nolist -width 200 "$base/"
done

{
  echo "# Fetching compared with curl, lftp and lynx"
  echo
  echo "Medians of $rounds rounds, which take turns, against vsftpd on loopback, $(nproc) processors, $(date +%F):"
  echo "\`tests/peers/fetch.sh $files $rounds\`. A tree of $files files of 1 KiB is mirrored, a list of $((files / 10)) URLs fetched, and the"
  echo "directory of $files files listed."
  echo
  echo "| what | program | wall, s | against url1738 | CPU, s | files |"
  echo "|---|---|---|---|---|---|"
  awk -F '\t' '
    { key = $1 "\t" $2; if (!(key in count)) order[++keys] = key; wall[key, ++count[key]] = $3; cpu[key, count[key]] = $4; found[key] = $5 }
    function median(of, key,   n, at, to, kept) {
      n = count[key]
      for (at = 2; at <= n; at++) for (to = at; to > 1 && of[key, to - 1] > of[key, to]; to--) { kept = of[key, to]; of[key, to] = of[key, to - 1]; of[key, to - 1] = kept }
      return of[key, int((n + 1) / 2)]
    }
    END {
      for (at = 1; at <= keys; at++) {
        split(order[at], name, "\t"); time = median(wall, order[at])
        if (name[2] == "url1738") ours = time
        printf "| %s | %s | %.2f | %.2f | %.2f | %d |\n", name[1], name[2], time, time / ours, median(cpu, order[at]), found[order[at]]
      }
    }' "$work/runs"
} > tests/peers/FETCH.md
cat tests/peers/FETCH.md
