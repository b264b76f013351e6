#!/bin/sh
# Makes every generated file again and fails when one of them is not what is committed.
set -eu
cd "$(dirname "$0")/.."
npm run --silent openapi
git diff --exit-code --stat -- docs/openapi.json examples/typescript-client/heddle.ts || {
  echo 'The description of the API is out of date: run npm run openapi and commit what it changes.' >&2
  exit 1
}
