#!/bin/sh
# lines.sh PROCESSES - validates JSON documents on standard input, one a line. GNU parallel cuts them behind
# a line into blocks of 10 MB.
exec parallel --pipe -k --block 10M -P "$1" yschema check -f schema.yml --lines -q
