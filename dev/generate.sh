#!/bin/sh
# Makes what is generated from the endpoints: the API's description, and of it the schema of the example client.
set -eu
cd "$(dirname "$0")/.."
node api/openapi/print.ts >docs/openapi.json
prettier --log-level warn --write docs/openapi.json

cd examples/typescript-client
# The generator belongs to the example: it needs an older TypeScript.
[ -x node_modules/.bin/openapi-typescript ] || npm ci --no-audit --no-fund --loglevel=error >&2
npm run --silent generate >/dev/null
