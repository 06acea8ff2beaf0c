# shellcheck shell=sh disable=SC2034
# checks.sh - counts checks. To be sourced, at the top of the checkout; it makes a folder, $scratch, which is removed at
# the end.
#
#   check NAME COMMAND...   runs a command, and prints what it said if it fails
#   checked                 prints `N passed, M failed`; its status is 0 if none failed

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
passed=0
failed=0

check() {
  name=$1
  shift
  if "$@" >"$scratch/log" 2>&1; then
    passed=$((passed + 1))
    echo "passed: $name"
  else
    failed=$((failed + 1))
    echo "FAILED: $name"
    tail -n 40 "$scratch/log"
  fi
}

checked() {
  echo "$passed passed, $failed failed"
  [ "$failed" = 0 ]
}
