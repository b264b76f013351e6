import { createReadStream } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Middleware } from 'koa';
import type { Endpoint } from '../endpoint/endpoint.ts';
import { methodNotAllowed } from '../endpoint/method-not-allowed.ts';
import { openApiDocument } from './document.ts';

/** Where the files of the viewer are. Its module is not imported: that would load the whole viewer. */
const viewer = dirname(fileURLToPath(import.meta.resolve('swagger-ui-dist/package.json')));

/** The page of the viewer. Everything that it loads is served from here. */
const page = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Heddle API reference</title>
<link rel="stylesheet" href="/docs/swagger-ui.css">
<div id="reference"></div>
<script src="/docs/swagger-ui-bundle.js"></script>
<script src="/docs/start.js"></script>
</html>
`;

// Without `validatorUrl`, the viewer would send the document to another host for validation.
const start = `SwaggerUIBundle({
  url: '/openapi.json',
  dom_id: '#reference',
  deepLinking: true,
  defaultModelsExpandDepth: 0,
  validatorUrl: null,
});
`;

/** `/openapi.json` and `/docs`: the OpenAPI document, for programs and for people. Without credentials. */
export function answerReference(endpoints: Endpoint[]): Middleware {
  const description = JSON.stringify(openApiDocument(endpoints));
  const file = (name: string) => () => createReadStream(join(viewer, name));
  const parts = new Map<string, { type: string; content: () => string | NodeJS.ReadableStream }>([
    ['/openapi.json', { type: 'application/json', content: () => description }],
    ['/docs', { type: 'text/html', content: () => page }],
    ['/docs/start.js', { type: 'text/javascript', content: () => start }],
    ['/docs/swagger-ui.css', { type: 'text/css', content: file('swagger-ui.css') }],
    ['/docs/swagger-ui-bundle.js', { type: 'text/javascript', content: file('swagger-ui-bundle.js') }],
  ]);
  return (ctx, next) => {
    const part = parts.get(ctx.path);
    if (part === undefined) return next();
    if (ctx.method !== 'GET' && ctx.method !== 'HEAD') throw methodNotAllowed(ctx.method, ['GET']);
    ctx.body = part.content();
    ctx.type = part.type;
    return undefined;
  };
}
