#!/bin/sh
# xargs.sh PROCESSES - validates the files of `list` by schema.yml. The list is cut into pieces, and
# each call of yschema has one piece. The verdicts of all pieces are one behind the other in the order of
# the files.
set -u
rm -rf pieces verdicts
mkdir pieces verdicts
split -t '\0' -l 500 -d -a 6 list pieces/
find pieces -type f -printf '%f\0' | LC_ALL=C sort -z |
  xargs -0 -P "$1" -I '{}' yschema check -f schema.yml -j 1 -q --files0-from 'pieces/{}' \
    --report ndjson --report-file 'verdicts/{}'
status=$?
cat verdicts/*
exit "$status"
