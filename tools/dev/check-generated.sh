#!/bin/sh
# Generates every generated file again, and fails if one of them differs from what is committed or added.
set -eu
cd "$(dirname "$0")/../.."
# The tables of Identify that are made from installed packages, or from other tables. Makes first what others are made of.
for builder in kept-tables ifsc sort-code-modulus institutions; do
  node "identify/build/$builder.ts" >/dev/null
done
npm run --silent openapi
generated='docs/openapi.json docs/identify-countries.md clients console/src/api identify/data'
new=$(git ls-files --others --exclude-standard -- $generated)
git diff --exit-code --stat -- $generated && [ -z "$new" ] || {
  [ -z "$new" ] || printf 'not added: %s\n' $new >&2
  echo 'What is generated from the API or from the tables of Identify is out of date: commit what this has changed.' >&2
  exit 1
}
