/** Where the browser goes after the decision. */
export interface RedirectPlace {
  /** For people: a host, or what else it is. */
  shown: string;
  /** For `form-action` of a content security policy. */
  source: string;
}

const loopback = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Describes a redirect URI, which was checked when its client was registered. */
export function redirectPlace(redirectUri: string): RedirectPlace {
  const { protocol, host, hostname, origin } = new URL(redirectUri);
  if (!/^https?:$/.test(protocol)) return { shown: `an app on this device (${protocol})`, source: protocol };
  // The syntax of policies has no addresses of IPv6.
  const source = hostname.startsWith('[') ? protocol : origin;
  return { shown: loopback.has(hostname) ? `a program on this device (${host})` : host, source };
}
