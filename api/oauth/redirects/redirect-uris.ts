import { schemesOfNoApp } from './schemes-of-no-app.ts';

const loopback = new Set(['localhost', '127.0.0.1', '[::1]']);

/** A host that may stand in a header as it is. A URL allows more in one, such as `;`, which ends a directive there. */
const plainHost = /^[a-z\d.-]+$/;

/** `ms-settings:` and others open programs of the system, `web+…:` and `ext+…:` pages, and an extension's is no app. */
const reserved = /^(?:ms-|web\+|ext\+|itms|vnd\.)|-(?:extension|source)$/;

/** `x-safari-https:` and others have a browser open a website, although the consent page would name an app. */
const opensWebsite = /^(?:x-safari-|googlechrome|microsoft-edge|firefox-|opera-|touch-|brave-|ddg)/;

/**
 * Why codes cannot be sent to a URI; undefined if they can. It is on a website with TLS, on this computer, or the scheme
 * of an app: one that belongs to no protocol, and to no program that every computer has.
 */
export function redirectFault(uri: string): string | undefined {
  const url = URL.parse(uri);
  if (url === null || hasBlank(uri)) return 'is not an absolute URI';
  if (uri.includes('#')) return 'has a fragment';
  if (url.username !== '' || url.password !== '') return 'has credentials';
  const { protocol, hostname } = url;
  if (protocol === 'http:') {
    return loopback.has(hostname) ? undefined : 'must be https, except on this computer';
  }
  if (protocol === 'https:') return plainHost.test(hostname) ? undefined : 'has a host that cannot be used';
  const scheme = protocol.slice(0, -1);
  return schemesOfNoApp.has(scheme) || reserved.test(scheme) || opensWebsite.test(scheme)
    ? `${scheme} is not the scheme of an app`
    : undefined;
}

/** Whether a redirect is on this computer, at whatever port. */
export function isLoopback(hostname: string): boolean {
  return loopback.has(hostname);
}

/** Blanks and control characters, which parsers of URLs drop. */
function hasBlank(uri: string): boolean {
  return /[\s\p{Cc}\\]/u.test(uri);
}
