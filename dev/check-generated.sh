#!/bin/sh
# Generates every generated file again, and fails if one of them differs from what is committed.
set -eu
cd "$(dirname "$0")/.."
npm run --silent openapi
git diff --exit-code --stat -- docs/openapi.json examples/typescript-client/heddle.ts || {
  echo 'The description of the API is out of date: run npm run openapi and commit what it changes.' >&2
  exit 1
}
