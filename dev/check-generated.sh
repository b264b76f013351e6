#!/bin/sh
# Generates every generated file again, and fails if one of them differs from what is committed or added.
set -eu
cd "$(dirname "$0")/.."
npm run --silent openapi
generated='docs/openapi.json docs/identify-countries.md examples/typescript-client/heddle.ts clients'
new=$(git ls-files --others --exclude-standard -- $generated)
git diff --exit-code --stat -- $generated && [ -z "$new" ] || {
  [ -z "$new" ] || printf 'not added: %s\n' $new >&2
  echo 'What is generated from the API or from the tables of Identify is out of date: run npm run openapi and commit what it changes.' >&2
  exit 1
}
