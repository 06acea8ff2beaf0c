# shellcheck shell=sh
# queue.sh - runs specs in many short processes, some of them at the same time. To be sourced after
# progress.sh.
#
#   queue_begin FOLDER          what runs, and how it ended, is written there
#   queue_specs QUEUE LANE      adds the files on standard input to a queue, for a lane, such as a runtime
#   queue_work QUEUE COMMAND    runs what no other process has taken of a queue: COMMAND LANE FILE..., with the
#                               variable YSCHEMA_PROGRESS as spec/support/progress_output.lua wants it
#   queue_state LANE...         how far the specs are
#   queue_results LANE          the output of those that failed or were skipped, and at last a line with the numbers
#                               of those that passed, failed and were skipped
#
# Busted keeps something of each test, and Lua's collector goes through all of it again and again: a process that
# runs all specs takes half as much time again. If a process dies, only the tests of its few files are lost.

queue_folder=

queue_begin() {
  queue_folder=$1
  rm -rf "$queue_folder"
  mkdir -p "$queue_folder"
}

# Those that take seconds: each has a process of its own, and they begin first, so that the suite
# does not end with one long file.
queue_slow="attacks|broken_texts|cases|complexity|growth|infer|invalid_arguments|layering|limits|line_workers|mutations"
queue_slow="$queue_slow|pages|printed_texts|project_file|properties|publish|publish_trouble|random_wide_references"
queue_slow="$queue_slow|resume|rows|scale|schemas|sensitive|streams|test|truth|unhappy|waiting|words|workers"

# The others are together by four, each of another part of the list: those of a folder are often alike.
queue_specs() {
  awk -v lane="$2" -v slow="/($queue_slow)_spec" -v tasks="$queue_folder/tasks.$1" '
    $0 ~ slow { print lane, $0 >>(tasks ".1"); next }
    { list[count++] = $0 }
    END {
      rows = int((count + 3) / 4)
      for (i = 0; i < rows; i++) {
        line = lane
        for (j = i; j < count; j += rows) line = line " " list[j]
        print line >>(tasks ".2")
      }
    }'
}

# A file that only one process can make says who has taken a task. No task begins when the script has ended.
queue_work() {
  queue_number=0
  cat "$queue_folder/tasks.$1".[12] 2>/dev/null | while read -r queue_lane queue_files; do
    queue_number=$((queue_number + 1))
    queue_task=$queue_folder/$queue_lane.$1.$queue_number
    (set -C && : >"$queue_task.taken") 2>/dev/null || continue
    kill -0 $$ 2>/dev/null || break
    # shellcheck disable=SC2086 # the files are words
    YSCHEMA_PROGRESS=$queue_task.progress "$2" "$queue_lane" $queue_files >"$queue_task.said" 2>&1 </dev/null
    queue_ended $? "$queue_files"
  done
}

# queue_ended STATUS FILES: keeps the numbers of a task. A process that did not count its tests, or whose status is
# not that of its tests, is one failure.
queue_ended() {
  # shellcheck disable=SC2046 # the numbers are words
  set -- "$1" "$2" $(grep -E '^[0-9]+ success(es)? / ' "$queue_task.said" | tail -n 1 | tr -cd '0-9 ')
  if [ $# = 2 ] || { [ "$1" != 0 ] && [ $(($4 + $5)) = 0 ]; }; then
    [ "$1" = 124 ] && queue_how="took too long and was stopped" || queue_how="ended with status $1"
    echo "FAILED: $2 $queue_how" >>"$queue_task.said"
    set -- "$1" "$2" "${3:-0}" 1 0 "${6:-0}"
  fi
  echo "$3 $(($4 + $5)) $6 $(echo "$2" | wc -w)" >"$queue_task.numbers"
}

# The files of a lane.
queue_count() {
  cat "$queue_folder"/tasks.* 2>/dev/null | awk -v lane="$1" '$1 == lane { count += NF - 1 } END { print count + 0 }'
}

queue_state() {
  queue_said=
  for queue_lane; do
    queue_said="$queue_said${queue_said:+; }$queue_lane: $(cat "$queue_folder/$queue_lane".*.progress 2>/dev/null |
      awk -v all="$(queue_count "$queue_lane")" '
        { ended += $2; passed += $4; failed += $6 }
        $7 == "in" { at = at (at ? ", " : "; ") $8 }
        END {
          printf "%d of %d files, %d passed%s%s", ended, all, passed, failed ? ", " failed " FAILED" : "", at
        }')"
  done
  echo "$queue_said"
}

# A lane of which not all files have ended is one failure: a process that runs specs was ended, or there are none.
queue_results() {
  queue_all="0 0 0" queue_files_ended=0
  for queue_file in "$queue_folder/$1".*.numbers; do
    [ -e "$queue_file" ] || continue
    read -r queue_passed queue_failed queue_skipped queue_count_of <"$queue_file"
    queue_files_ended=$((queue_files_ended + queue_count_of))
    if [ "$queue_failed" != 0 ]; then
      cat "${queue_file%.numbers}.said"
    elif [ "$queue_skipped" != 0 ]; then
      sed -n '/^Pending/,$p' "${queue_file%.numbers}.said"
    fi
    # shellcheck disable=SC2086 # the numbers are words
    set -- "$1" $queue_all
    queue_all="$(($2 + queue_passed)) $(($3 + queue_failed)) $(($4 + queue_skipped))"
  done
  if [ "$queue_files_ended" != "$(queue_count "$1")" ] || [ "$queue_files_ended" = 0 ]; then
    echo "FAILED: $queue_files_ended of $(queue_count "$1") files have ended"
    # shellcheck disable=SC2086 # the numbers are words
    set -- $queue_all
    queue_all="$1 $(($2 + 1)) $3"
  fi
  echo "$queue_all"
}
