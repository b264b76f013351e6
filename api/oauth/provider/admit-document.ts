import { errors, type KoaContextWithOIDC } from 'oidc-provider';
import { findClient } from '#store/oauth/clients.ts';
import type { AddressAllowances } from '../../http/limits/address-allowances.ts';
import { type DocumentParts, isClientUrl } from './metadata-documents.ts';

/** The dependencies of admitting a metadata document. */
export interface AdmissionParts extends DocumentParts {
  /** Limits for how many new clients an address can have documents fetched. */
  documents: AddressAllowances;
}

/**
 * Decides whether the document of a client may be fetched. A client that somebody has authorized costs the address
 * nothing: its users are not affected by other requests from there.
 * @param ctx the request; undefined for the pages of the login, which the authorization request has admitted
 * @throws {errors.OIDCProviderError} 429 if the address has named too many new clients
 */
export async function admitDocument(
  ctx: KoaContextWithOIDC | undefined,
  id: string,
  { db, keyring, documents }: AdmissionParts,
): Promise<boolean> {
  if (!isClientUrl(id)) return false;
  if (ctx === undefined || (await findClient(db, keyring, id)) !== undefined) return true;
  const { admitted, resetsInMs } = await documents.admit(ctx.ip);
  if (admitted) return true;
  ctx.set('Retry-After', String(Math.ceil(resetsInMs / 1000)));
  throw new errors.OIDCProviderError(429, 'rate_limited');
}
