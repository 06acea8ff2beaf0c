#!/bin/sh
# check.sh: runs `yschema check`, with annotations for GitHub. PROGRAM and ARGUMENTS are the inputs of the action;
# ARGUMENTS are words as a shell reads them.
set -eu
program=${PROGRAM:-$HOME/.local/share/yschema-action/yschema}
eval "set -- $ARGUMENTS"
exec "$program" check --report github "$@"
