import type { ServerResponse } from 'node:http';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { BodyForm } from '../answer-plan.ts';

/** Ends a response with a body of JSON in one of the forms in which hosts put it. */
export function sendInForm(response: ServerResponse, json: string, form?: BodyForm): void {
  switch (form) {
    case undefined:
      response.end(json);
      return;
    case 'bom':
      response.end(`\uFEFF${json}`);
      return;
    case 'utf16':
      response.end(Buffer.from(`\uFEFF${json}`, 'utf16le'));
      return;
    case 'gzip':
      response.setHeader('content-encoding', 'gzip').end(gzipSync(json));
      return;
    case 'br':
      response.setHeader('content-encoding', 'br').end(brotliCompressSync(json));
      return;
    case 'torn':
      response.end(json.slice(0, -1));
      return;
    case 'cut':
      response.setHeader('content-length', json.length + 1);
      response.write(json, () => response.destroy());
  }
}
