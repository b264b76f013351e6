#!/bin/sh
# Makes every generated file again and fails when one of them is not what is committed.
set -eu
cd "$(dirname "$0")/.."
npm run --silent openapi
git diff --exit-code --stat -- docs/openapi.json || {
  echo 'docs/openapi.json is out of date: run npm run openapi and commit it.' >&2
  exit 1
}
