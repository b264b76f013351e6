import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Middleware } from 'koa';
import type { Endpoint } from '../http/endpoint/endpoint.ts';
import { methodNotAllowed } from '../http/endpoint/method-not-allowed.ts';
import { openApiDocument } from '../http/openapi/document.ts';
import { withSamples } from '../http/openapi/samples/with-samples.ts';
import { longestMs, sendBuilt } from './send-built.ts';

const unbuilt = readFileSync(join(import.meta.dirname, 'unbuilt.html'), 'utf8');
/** Parts of the library, below a folder that is named after its version. */
const libraryFile = /^lib-[\w.]+\/(?:chunks\/)?[\w.-]+\.js$/;
const ownFiles = new Set(['start.js', 'reference.css', 'figtree.woff2']);

/** The descriptions as they are sent. Made once: they take a moment, and change with the code alone. */
export interface Descriptions {
  plain: string;
  withSamples: string;
}

/** The OpenAPI document, and the one with samples of code that the reference shows. */
export function describe(endpoints: Endpoint[]): Descriptions {
  const document = openApiDocument(endpoints);
  return { plain: JSON.stringify(document), withSamples: JSON.stringify(withSamples(document)) };
}

/**
 * `/openapi.json` and `/docs`: the OpenAPI document, for programs and for people. Without credentials.
 * @param files the folder with the built console, which has the reference in it
 */
export function serveReference({ plain, withSamples: sampled }: Descriptions, files: string): Middleware {
  const root = join(files, 'reference');
  const zipped = keptZips();
  return async (ctx, next) => {
    const file = ctx.path.startsWith('/docs/') ? ctx.path.slice('/docs/'.length) : undefined;
    const description = { '/openapi.json': plain, '/docs/openapi.json': sampled }[ctx.path];
    const isLibrary = file !== undefined && libraryFile.test(file);
    const isFile = isLibrary || (file !== undefined && ownFiles.has(file));
    if (ctx.path !== '/docs' && description === undefined && !isFile) return await next();
    if (ctx.method !== 'GET' && ctx.method !== 'HEAD') throw methodNotAllowed(ctx.method, ['GET']);
    if (description !== undefined) {
      ctx.type = 'application/json';
      ctx.vary('Accept-Encoding');
      const zips = ctx.acceptsEncodings('gzip') === 'gzip';
      if (zips) ctx.set('Content-Encoding', 'gzip');
      ctx.body = zips ? await zipped(description) : description;
      return;
    }
    if (!isLibrary) ctx.set('Cache-Control', 'no-cache');
    const options = isLibrary ? { immutable: true, maxAge: longestMs } : {};
    if (await sendBuilt(ctx, root, file ?? 'index.html', options)) return;
    if (file !== undefined) return await next();
    ctx.status = 503;
    ctx.type = 'html';
    ctx.body = unbuilt;
  };
}

/** Compresses texts in the background, each once: they have about a megabyte. */
function keptZips(): (text: string) => Promise<Buffer> {
  const zips = new Map<string, Promise<Buffer>>();
  return async (text) => {
    const zip = zips.get(text) ?? promisify(gzip)(text);
    zips.set(text, zip);
    return await zip;
  };
}
