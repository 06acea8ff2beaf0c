#!/bin/sh
# make.sh FOLDER COUNT - makes COUNT small files, of which each hundredth is invalid, and `list`, which
# names them with a zero byte after each name.
set -eu
mkdir -p "$1"
awk -v folder="$1" -v count="$2" 'BEGIN {
  for (i = 1; i <= count; i++) {
    file = sprintf("%s/%06d.yml", folder, i)
    printf "name: service-%d\nreplicas: %d\n", i, i % 100 == 0 ? 0 : i % 5 + 1 >file
    printf "image: registry.example.com/team/service-%d:1.%d.0\n", i, i % 9 >file
    printf "port: %d\nlabels:\n  app: service-%d\n  tier: backend\n", 1024 + i % 60000, i >file
    printf "env:\n- name: LOG_LEVEL\n  value: info\n- name: REGION\n  value: eu-%d\n", i % 3 >file
    printf "resources:\n  cpu: 0.5\n  memory: 256Mi\n" >file
    close(file)
  }
}'
find "$1" -name '*.yml' -print0 | LC_ALL=C sort -z >list
