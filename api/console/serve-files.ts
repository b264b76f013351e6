import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Context, Middleware } from 'koa';
import { ServiceError } from '#contract/errors.ts';
import { pathInConsole } from '../http/middleware/path-in-console.ts';
import { methodNotAllowed } from '../http/endpoint/method-not-allowed.ts';
import { longestMs, sendBuilt } from './send-built.ts';

/** Where `npm run console:build` writes the console. */
export const builtConsole = join(import.meta.dirname, '../../console/dist');

const index = 'index.html';
/** Files whose names change with their content. */
const hashed = 'assets/';
/** Names of files. Any other path is a page, which the application shows. */
const fileName = /\.(?:js|css|map|json|txt|svg|png|jpg|webp|ico|woff2|webmanifest|wav|mp3|br|gz)$/;

const unbuilt = readFileSync(join(import.meta.dirname, 'unbuilt.html'), 'utf8');

/**
 * Serves the web console: its files and, at every other path under /console, its page (console.served). `/` leads there.
 * @param root the folder with the files, which may be built later
 */
export function serveConsole(root: string): Middleware {
  return async (ctx, next) => {
    const path = ctx.path === '/' ? '' : pathInConsole(ctx.path);
    if (path === undefined) return await next();
    if (ctx.method !== 'GET' && ctx.method !== 'HEAD') throw methodNotAllowed(ctx.method, ['GET']);
    if (ctx.path === '/') return ctx.redirect('/console/');
    if (path.startsWith(hashed) || fileName.test(path)) await sendFile(ctx, root, path);
    else await sendPage(ctx, root);
  };
}

async function sendPage(ctx: Context, root: string): Promise<void> {
  ctx.set('Cache-Control', 'no-store');
  if (await sendBuilt(ctx, root, index)) return;
  ctx.status = 503;
  ctx.type = 'html';
  ctx.body = unbuilt;
}

/** @throws {ServiceError} `not_found` */
async function sendFile(ctx: Context, root: string, path: string): Promise<void> {
  const immutable = path.startsWith(hashed);
  if (!immutable) ctx.set('Cache-Control', 'no-cache');
  if (await sendBuilt(ctx, root, path, { immutable, maxAge: longestMs })) return;
  // A missing file may exist after the next deployment.
  ctx.set('Cache-Control', 'no-store');
  throw new ServiceError('not_found', 'The console has no such file.');
}
