import helmet from 'helmet';
import type { Middleware } from 'koa';

/** Nothing of an answer is run, framed or loaded from elsewhere, should a browser come to show one. */
const nothing = {
  useDefaults: false,
  directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
};

/** The reference runs its own scripts. Its viewer sets styles in place and has its icons in `data:`. */
const ownViewer = {
  useDefaults: false,
  directives: {
    defaultSrc: ["'none'"],
    scriptSrc: ["'self'"],
    styleSrc: ["'self'", "'unsafe-inline'"],
    imgSrc: ["'self'", 'data:'],
    connectSrc: ["'self'"],
    baseUri: ["'none'"],
    formAction: ["'none'"],
    frameAncestors: ["'none'"],
  },
};

/**
 * Headers that keep browsers from doing with an answer what it is not for. What is under /v1 belongs to whoever has the
 * credential, and is not to be kept by anything on the way.
 */
export function secureHeaders(): Middleware {
  const common = { xFrameOptions: { action: 'deny' }, hsts: { maxAge: 31_536_000 } } as const;
  const ofAnswers = helmet({ ...common, contentSecurityPolicy: nothing });
  const ofReference = helmet({ ...common, contentSecurityPolicy: ownViewer });
  return (ctx, next) => {
    if (ctx.path.startsWith('/v1')) ctx.set('Cache-Control', 'no-store');
    const setHeaders = isReference(ctx.path) ? ofReference : ofAnswers;
    setHeaders(ctx.req, ctx.res, throwIfAny);
    return next();
  };
}

/** The headers are set at once: helmet waits for nothing. */
function throwIfAny(error: unknown): void {
  if (error !== undefined) throw error;
}

function isReference(path: string): boolean {
  return path === '/docs' || path.startsWith('/docs/');
}
