import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import type { Middleware } from 'koa';
import { absolutePath } from 'swagger-ui-dist';
import { openApiDocument } from './openapi/document.ts';

/** What the viewer is made of; all of it is served from here, nothing from elsewhere. */
const viewerFiles: Record<string, string> = {
  'swagger-ui.css': 'text/css',
  'swagger-ui-bundle.js': 'text/javascript',
};

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

const start = `SwaggerUIBundle({ url: '/openapi.json', dom_id: '#reference', deepLinking: true });\n`;

/** `/openapi.json` and `/docs`: the API's description, for programs and for people. Without credentials. */
export function answerReference(): Middleware {
  const description = JSON.stringify(openApiDocument());
  return async (ctx, next) => {
    if (ctx.method !== 'GET') return await next();
    const file = ctx.path.startsWith('/docs/') ? ctx.path.slice('/docs/'.length) : undefined;
    if (ctx.path === '/openapi.json') answer('application/json', description);
    else if (ctx.path === '/docs') answer('text/html', page);
    else if (file === 'start.js') answer('text/javascript', start);
    else if (file !== undefined && file in viewerFiles) {
      answer(viewerFiles[file] ?? '', createReadStream(join(absolutePath(), file)));
    } else return await next();

    function answer(type: string, body: string | NodeJS.ReadableStream): void {
      ctx.body = body;
      ctx.type = type;
    }
  };
}
