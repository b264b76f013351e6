import { openApiDocument } from './document.ts';

/** Prints the OpenAPI document. `npm run -s openapi` writes it to docs/. */
process.stdout.write(`${JSON.stringify(openApiDocument(), null, 2)}\n`);
