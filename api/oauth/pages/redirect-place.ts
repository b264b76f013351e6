import { isLoopback, redirectFault } from '../redirects/redirect-uris.ts';
import { AuthorizationProblem } from './problem-page.ts';

/** Where the browser goes after the decision. */
export interface RedirectPlace {
  /** For people: a host, or what else it is. */
  shown: string;
  /** The whole URI, in ASCII. */
  uri: string;
  /** The host, or the scheme of an app, as grants name it. */
  host: string;
  /**
   * For `form-action` of a content security policy. Undefined for the address of a site: browsers check each redirect that follows a
   * form, and sites redirect on, to the scheme of an app too.
   */
  source?: string;
}

/**
 * Describes a redirect URI of a client.
 * @throws {AuthorizationProblem} for one that would not be registered today: it becomes part of a header
 */
export function redirectPlace(redirectUri: string): RedirectPlace {
  if (redirectFault(redirectUri) !== undefined) {
    throw new AuthorizationProblem(
      400,
      'The app cannot be connected',
      'It would send you to an address to which no app may send you.',
    );
  }
  const { protocol, host, hostname, origin, href } = new URL(redirectUri);
  if (!/^https?:$/.test(protocol)) {
    return { shown: `an app on this device (${protocol})`, uri: href, host: protocol, source: protocol };
  }
  if (!isLoopback(hostname)) return { shown: host, uri: href, host };
  // The syntax of policies has no addresses of IPv6.
  const source = hostname.startsWith('[') ? protocol : origin;
  return { shown: `a program on this device (${host})`, uri: href, host, source };
}
