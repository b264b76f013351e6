import type { NewPasskeySettings } from '#contract/passkey-settings.ts';

/** Where passkeys are made and used: the domain to which they belong, and the origins of its pages. */
export interface RelyingParty {
  rp_id: string;
  origins: readonly string[];
}

/**
 * The relying party of the deployment's own pages. A passkey cannot belong to an IP address: this machine is `localhost`.
 * @returns undefined at any other IP address
 */
export function ownRelyingParty(baseUrl: string): RelyingParty | undefined {
  const { hostname, origin, port } = new URL(baseUrl);
  if (isLoopback(hostname)) {
    const local = `http://localhost${port === '' ? '' : `:${port}`}`;
    return { rp_id: 'localhost', origins: [...new Set([origin, local])] };
  }
  return isAddress(hostname) ? undefined : { rp_id: hostname, origins: [origin] };
}

/**
 * The relying party of a workspace.
 * @param own that of the deployment; undefined if it has none
 * @returns undefined if the workspace has set none, and the deployment has none
 */
export function relyingPartyOf(
  { rp_id, origins }: NewPasskeySettings,
  own: RelyingParty | undefined,
): RelyingParty | undefined {
  if (rp_id !== undefined) return { rp_id, origins: origins ?? [`https://${rp_id}`] };
  return own === undefined ? undefined : { rp_id: own.rp_id, origins: origins ?? own.origins };
}

/**
 * The origins at which a passkey may be used: those of the workspace and of the deployment that belong to its relying party.
 * @param rpId that of the passkey, which may have been set before another one
 */
export function originsOf(
  rpId: string,
  settings: NewPasskeySettings,
  own: RelyingParty | undefined,
): string[] {
  const set = relyingPartyOf(settings, own)?.origins ?? [];
  const ofOwn = own?.rp_id === rpId ? own.origins : [];
  return [...new Set([...ofOwn, ...set.filter((origin) => isPageOf(origin, rpId))])];
}

/** Whether a page belongs to a relying party: it is at its domain, or below it. */
export function isPageOf(origin: string, rpId: string): boolean {
  const host = URL.parse(origin)?.hostname ?? '';
  return host === rpId || host.endsWith(`.${rpId}`);
}

function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname);
}

function isAddress(hostname: string): boolean {
  return hostname.startsWith('[') || /^\d{1,3}(\.\d{1,3}){3}$/.test(hostname);
}
