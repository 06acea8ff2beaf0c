#!/bin/sh
# xargs.sh PROCESSES - checks the files of `list` by schema.yml. The list is split into pieces, one for each
# call of yschema. The verdicts of all pieces are printed in the order of the files.
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
