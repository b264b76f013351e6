import { openApiDocument } from './document.ts';

/** Prints the API's description: `npm run -s openapi` keeps it in docs/. */
process.stdout.write(`${JSON.stringify(openApiDocument(), null, 2)}\n`);
