import helmet from 'helmet';
import type { Middleware } from 'koa';

/** If a browser displays a response, nothing in it is executed, framed or loaded from elsewhere. */
const nothing = {
  useDefaults: false,
  directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
};

/** The reference page runs its own scripts. Its viewer sets inline styles and has its icons in `data:`. */
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
 * Headers that keep browsers from misusing a response. Responses under /v1 belong to the holder of the credential, and
 * must not be cached on the way.
 */
export function secureHeaders(): Middleware {
  const common = { xFrameOptions: { action: 'deny' }, hsts: { maxAge: 31_536_000 } } as const;
  const ofAnswers = helmet({ ...common, contentSecurityPolicy: nothing });
  const ofReference = helmet({ ...common, contentSecurityPolicy: ownViewer });
  return (ctx, next) => {
    if (/^\/(?:v1|console\/session$)/.test(ctx.path)) ctx.set('Cache-Control', 'no-store');
    const setHeaders = isReference(ctx.path) ? ofReference : ofAnswers;
    setHeaders(ctx.req, ctx.res, throwIfAny);
    return next();
  };
}

/** The headers are set synchronously: helmet waits for nothing. */
function throwIfAny(error: unknown): void {
  if (error !== undefined) throw error;
}

function isReference(path: string): boolean {
  return path === '/docs' || path.startsWith('/docs/');
}
