#!/bin/sh
# Generates the OpenAPI document from the endpoints, and from that the types of the official clients and
# of the example. Also generates the page of the countries of Identify from its tables.
set -eu
cd "$(dirname "$0")/../.."
node api/print-openapi.ts >docs/openapi.json
prettier --log-level warn --write docs/openapi.json

node identify/compare/print-countries.ts
prettier --log-level warn --write docs/identify-countries.md

node tools/dev/client-generators/official-clients.ts

cd examples/typescript-client
# The generator is a dependency of the example, because it needs an older TypeScript.
[ -x node_modules/.bin/openapi-typescript ] || npm ci --prefer-offline --fetch-retries=5 --no-audit --no-fund --loglevel=error >&2
npm run --silent generate >/dev/null
