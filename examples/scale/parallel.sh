#!/bin/sh
# parallel.sh PROCESSES - checks the files of `list` by schema.yml. GNU parallel gives 500 names to each
# call of yschema, and keeps the order (-k).
exec parallel -0 -k -n 500 -P "$1" -a list yschema check -f schema.yml -j 1 -q --report ndjson
