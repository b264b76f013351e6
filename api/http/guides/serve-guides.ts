import { join } from 'node:path';
import type { Middleware } from 'koa';
import { methodNotAllowed } from '../endpoint/method-not-allowed.ts';
import { type Guide, indexOf, readGuides } from './guides.ts';
import { withServedLinks } from './served-links.ts';

const folder = join(import.meta.dirname, '../../../docs');

/**
 * `/docs/*.md` and `/llms.txt`: the guides, as docs/ has them when the process starts, and their index. Without credentials.
 * Only these paths exist: no request is looked up in the file system.
 */
export function serveGuides(guides: Guide[] = readGuides(folder)): Middleware {
  const paths = new Set(guides.map(({ path }) => path));
  const isServed = (path: string) => paths.has(path);
  const texts = new Map([
    ['/llms.txt', { type: 'text/plain', text: indexOf(guides) }],
    ...guides.map(
      ({ path, markdown }) =>
        [
          `/docs/${path}`,
          { type: 'text/markdown', text: withServedLinks(markdown, path, isServed) },
        ] as const,
    ),
  ]);
  return async (ctx, next) => {
    const found = texts.get(ctx.path);
    if (found === undefined) return await next();
    if (ctx.method !== 'GET' && ctx.method !== 'HEAD') throw methodNotAllowed(ctx.method, ['GET']);
    ctx.body = found.text;
    ctx.set('Content-Type', `${found.type}; charset=utf-8`);
  };
}
