import { allEndpoints } from './endpoints.ts';
import { openApiDocument } from './http/openapi/document.ts';

/** Prints the OpenAPI document. `npm run -s openapi` writes it to docs/. */
process.stdout.write(`${JSON.stringify(openApiDocument(allEndpoints), null, 2)}\n`);
