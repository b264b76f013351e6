#!/bin/sh
# Installs what package-lock.json requires, unless node_modules is up to date, and builds the console. Safe to run
# concurrently.
set -eu
cd "$(dirname "$0")/../.."

say() { echo "install: $*" >&2; }

stamp=node_modules/.heddle-install
wanted=$(cksum <package-lock.json)

current() {
  [ -x node_modules/.bin/node ] && [ -f node_modules/.package-lock.json ] || return 1
  [ "$(cat "$stamp" 2>/dev/null)" = "$wanted" ] && return 0
  # Installed by hand, after the last change of the lock file.
  [ ! -f "$stamp" ] && [ -z "$(find package-lock.json -newer node_modules/.package-lock.json)" ]
}

# What the API serves at /console. Does nothing if it is up to date; otherwise it takes about four seconds.
build_console() { node_modules/.bin/node console/build.ts; }

if current; then
  build_console
  exit 0
fi

if ! command -v npm >/dev/null; then
  say "npm is missing: install Node.js (https://nodejs.org), then run this again."
  exit 1
fi

# The directory is the lock. It contains the pid of its owner, so that one left by a crash is recognized.
mkdir -p .dev
lock=.dev/install.lock
until mkdir "$lock" 2>/dev/null; do
  owner=$(cat "$lock/pid" 2>/dev/null || true)
  # Without a pid after a minute, its owner died before it could write one.
  if [ -n "$owner" ]; then gone=$(kill -0 "$owner" 2>/dev/null || echo yes); else gone=$(find "$lock" -mmin +1); fi
  if [ -n "$gone" ]; then
    rm -rf "$lock"
    continue
  fi
  [ -n "${waiting:-}" ] || say "another process installs the dependencies; waiting for it"
  waiting=yes
  sleep 1
done
echo $$ >"$lock/pid"
trap 'rm -rf "$lock"' EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

if current; then
  build_console
  exit 0
fi

# npm ci would empty the directory behind a link, which others may be using.
if [ -L node_modules ]; then
  say "node_modules is a link: remove it, or install where it leads to, then run this again."
  exit 1
fi

say "installing the dependencies with npm ci"
# npm warns about the Node that runs npm, not about the one that runs the project. NODE_ENV=production would omit what
# tests and the development stack need.
# A network may fail for a while. What was downloaded by then is in npm's cache.
tries=3
until npm ci --include=dev --no-audit --no-fund --loglevel=error --prefer-offline >&2; do
  tries=$((tries - 1))
  [ "$tries" -gt 0 ] || exit 1
  say "npm ci failed; trying again"
done

# Node 24 is a dependency, which an install script of its package provides.
if ! node_modules/.bin/node --version >/dev/null 2>&1; then
  say "node_modules/.bin/node does not run: install scripts seem to be off; run 'npm config set ignore-scripts false' and try again."
  exit 1
fi
echo "$wanted" >"$stamp"
build_console
