#!/bin/sh
# What `make demo` does: a module, checked; a save of D-Day, read back; three rulings.
set -eu
out=${1:-out}
mkdir -p "$out"
say() { printf '\n$ %s\n' "$*"; "$@"; }

say module-builder build breakout-normandy -o "$out"
module=$(ls "$out"/*.vmod)
say module-builder lint "$module"
say module-builder save breakout-normandy:d-day -o "$out/d-day.vsav"
say adjudicator position "$out/d-day.vsav"
say module-builder save breakout-normandy:example-4 -o "$out/omaha.vsav"
say adjudicator odds "$out/omaha.vsav" assault Omaha --with 16/1 18/1 26/1 115/29 116/29 2ranger 5ranger \
  --point 16/1 --forward vierville
say adjudicator legal breakout-normandy:example-5 920
say adjudicator supply breakout-normandy:example-9 916
