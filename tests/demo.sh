#!/bin/sh
# What `make demo` does: five modules, checked; a save of D-Day of each, read back; rulings on them; some paper.
set -eu
out=${1:-out}
mkdir -p "$out"
say() { printf '\n$ %s\n' "$*"; "$@"; }

say module-builder build breakout-normandy -o "$out"
say module-builder lint "$out/breakout-normandy.vmod"
say module-builder save breakout-normandy:d-day -o "$out/d-day.vsav"
say adjudicator position "$out/d-day.vsav"
say module-builder save breakout-normandy:example-4 -o "$out/omaha.vsav"
say adjudicator odds "$out/omaha.vsav" assault Omaha --with 16/1 18/1 26/1 115/29 116/29 2ranger 5ranger \
  --point 16/1 --forward vierville
say adjudicator legal breakout-normandy:example-5 920
say adjudicator supply breakout-normandy:example-9 916

say module-builder build dark-summer -o "$out"
say module-builder lint "$out/dark-summer.vmod"
say module-builder save dark-summer:campaign -o "$out/june.vsav"
say adjudicator odds "$out/june.vsav" attack 2403 --with 8/4
say adjudicator supply "$out/june.vsav" 6fj
say adjudicator odds dark-summer attack --strength 14:5 --terrain bocage --shift 1R

say module-builder build storm-over-normandy -o "$out"
say module-builder lint "$out/storm-over-normandy.vmod"
say module-builder save storm-over-normandy:invasion -o "$out/invasion.vsav"
say adjudicator bombardment "$out/invasion.vsav" omaha-1=2 omaha-2=8 --part
say adjudicator odds tests/saves/storm.vsav assault bretteville --with "7 canadian bde" "8 canadian bde" --as allied
say adjudicator card tests/saves/storm.vsav shock-assault --as allied

say module-builder build june-six -o "$out"
say module-builder lint "$out/june-six.vmod"
say module-builder save june-six:campaign -o "$out/june-six.vsav"
say adjudicator cup "$out/june-six.vsav" --as allied
say adjudicator odds tests/saves/june.vsav e1830 --with 69/50 231/50 8ar
say adjudicator supply tests/saves/june.vsav 505
say adjudicator odds june-six --attack 18 --defence 10

say module-builder build battle-for-normandy -o "$out"
say module-builder lint "$out/battle-for-normandy.vmod"
say module-builder save battle-for-normandy:carentan -o "$out/carentan.vsav"
say adjudicator position "$out/carentan.vsav"
say adjudicator supply "$out/carentan.vsav" us-101-2-506
say adjudicator odds tests/saves/epsom.vsav cheux --best
say adjudicator armed-recon tests/saves/epsom.vsav cheux

say module-builder sheets breakout-normandy -o "$out/print" --formation 352 --formation 716
say module-builder sheets dark-summer -o "$out/print" --preset gutterfold-letter --formation 29 --corner 2mm
say module-builder cards breakout-normandy -o "$out/print" --preset cards-letter
say module-builder aids breakout-normandy -o "$out/print"
say module-builder aids dark-summer -o "$out/print" --paper Letter

say adjudicator picture "$out/june-six.vsav" supply 716 --width 900 -o "$out/supply.png"

printf '\n%s\n' "Look at any of these saves in your browser: .venv/bin/adjudicator table $out/june-six.vsav"
