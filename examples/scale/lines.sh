#!/bin/sh
# lines.sh PROCESSES - checks JSON documents on standard input, one on each line. GNU parallel splits them at
# ends of lines into blocks of 10 MB.
exec parallel --pipe -k --block 10M -P "$1" yschema check -f schema.yml --lines -q
