import helmet from 'helmet';
import type { Middleware } from 'koa';
import { pathInConsole } from './path-in-console.ts';

/** If a browser displays a response, nothing in it is executed, framed or loaded from elsewhere. */
const nothing = {
  useDefaults: false,
  directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
};

/** The reference page runs its own scripts. Its viewer sets inline styles and has its icons in `data:`. It sends requests here. */
const ownViewer = {
  useDefaults: false,
  directives: {
    defaultSrc: ["'none'"],
    scriptSrc: ["'self'"],
    styleSrc: ["'self'", "'unsafe-inline'"],
    imgSrc: ["'self'", 'data:'],
    fontSrc: ["'self'"],
    connectSrc: ["'self'"],
    baseUri: ["'none'"],
    formAction: ["'none'"],
    frameAncestors: ["'none'"],
  },
};

/**
 * The console runs its own scripts, and connects to the realtime provider. What it plays and shows may be made in the
 * browser.
 */
const ownConsole = (connectsTo: string[]) => ({
  useDefaults: false,
  directives: {
    defaultSrc: ["'none'"],
    scriptSrc: ["'self'"],
    styleSrc: ["'self'"],
    imgSrc: ["'self'", 'data:', 'blob:'],
    fontSrc: ["'self'"],
    mediaSrc: ["'self'", 'blob:'],
    connectSrc: ["'self'", ...connectsTo],
    manifestSrc: ["'self'"],
    baseUri: ["'none'"],
    formAction: ["'none'"],
    frameAncestors: ["'none'"],
  },
});

/** The device features that pages may use. The console takes dictation. */
const ofDevice = (microphone: '()' | '(self)'): string =>
  `camera=(), display-capture=(), geolocation=(), microphone=${microphone}, payment=(), usb=()`;

/**
 * Headers that keep browsers from misusing a response. Responses under /v1 belong to the holder of the credential, and
 * must not be cached on the way.
 * @param connectsTo other hosts that the console connects to
 */
export function secureHeaders(connectsTo: string[]): Middleware {
  const common = { xFrameOptions: { action: 'deny' }, hsts: { maxAge: 31_536_000 } } as const;
  const ofAnswers = helmet({ ...common, contentSecurityPolicy: nothing });
  const ofReference = helmet({ ...common, contentSecurityPolicy: ownViewer });
  const ofConsole = helmet({ ...common, contentSecurityPolicy: ownConsole(connectsTo) });
  const headersFor = (path: string) => {
    if (path.startsWith('/v1/')) return ofAnswers;
    if (isReference(path)) return ofReference;
    return pathInConsole(path) === undefined ? ofAnswers : ofConsole;
  };
  return (ctx, next) => {
    if (/^\/(?:v1|console\/session$)/.test(ctx.path)) ctx.set('Cache-Control', 'no-store');
    const headers = headersFor(ctx.path);
    headers(ctx.req, ctx.res, throwIfAny);
    ctx.set('Permissions-Policy', ofDevice(headers === ofConsole ? '(self)' : '()'));
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
