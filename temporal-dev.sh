#!/bin/sh
# Starts everything: dependencies, Temporal with its web UI, MongoDB, the service, a demo workspace.
# Stays in the foreground; Ctrl-C stops everything. `./temporal-dev.sh --help` lists the settings.
set -eu
root=$(cd "$(dirname "$0")" && pwd)
sh "$root/tools/dev/install.sh"
# Node keeps compiled modules here, which is a third of the CPU time of a start.
export NODE_COMPILE_CACHE="${NODE_COMPILE_CACHE-$root/node_modules/.cache/heddle/compiled}"
exec "$root/node_modules/.bin/node" "$root/tools/dev/stack.ts" "$@"
