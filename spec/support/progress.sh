# shellcheck shell=sh
# progress.sh - lines that say what a script does at the moment. To be sourced.
#
#   progress WORDS...                       a line with the seconds since the script began
#   with_progress WHAT LOG COMMAND...       runs a command with its output in LOG, and prints a line at
#                                           once and every PROGRESS_SECONDS (10): WHAT, and the last
#                                           line of LOG
#   with_progress_of FUNCTION COMMAND...    runs a command, and prints every PROGRESS_SECONDS what the
#                                           function prints
#
# The last two have the command's status; it runs in a subshell.

progress_began=${progress_began:-$(date +%s)}

progress() {
  printf '%4d s  %s\n' $(($(date +%s) - progress_began)) "$*"
}

# The last line of a file, without control characters and not too long.
last_line() {
  tail -n 1 "$1" 2>/dev/null | tr -d '\000-\037' | cut -c 1-90
}

# The shell that waits ends with the script, even if that is killed, and its `sleep` keeps no pipe open.
with_progress_of() {
  progress_function=$1
  shift
  while sleep "${PROGRESS_SECONDS:-10}" >/dev/null 2>&1 && kill -0 $$ 2>/dev/null; do
    progress "$($progress_function)"
  done 2>/dev/null &
  progress_process=$!
  ("$@")
  progress_status=$?
  kill "$progress_process" 2>/dev/null
  wait "$progress_process" 2>/dev/null
  return "$progress_status"
}

progress_of_log() {
  echo "$progress_what: $(last_line "$progress_log")"
}

run_into_log() {
  "$@" >"$progress_log" 2>&1
}

with_progress() {
  progress_what=$1 progress_log=$2
  shift 2
  progress "$progress_what"
  : >"$progress_log"
  with_progress_of progress_of_log run_into_log "$@"
}
