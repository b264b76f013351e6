#!/bin/sh
# Generates the OpenAPI document from the endpoints, and from that the types of the official clients and the
# operations that the console calls. Also generates the page of the countries of Identify from its tables.
set -eu
cd "$(dirname "$0")/../.."
node api/print-openapi.ts >docs/openapi.json
prettier --log-level warn --write docs/openapi.json

node identify/compare/print-countries.ts
prettier --log-level warn --write docs/identify-countries.md

node tools/dev/client-generators/official-clients.ts
node tools/dev/client-generators/console-paths.ts
