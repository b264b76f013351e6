import { createHash } from 'node:crypto';
import type { Context } from 'koa';
import { spend } from '../http/limits/allowance.ts';
import { ProvenCredentials } from '../http/authentication/proven-credentials.ts';
import type { AddressAllowances } from '../http/limits/address-allowances.ts';
import type { AccessTokens, GrantAccess } from '../oauth/access-tokens.ts';
import { unauthorizedClient } from './challenge.ts';

/** The MCP endpoint that a token must be meant for. */
export interface Resource {
  url: string;
  /** Where its metadata is. */
  metadataUrl: string;
}

/** A request with a valid token. */
export interface Bearer {
  token: string;
  access: GrantAccess;
}

/**
 * Verifies the access tokens of MCP clients, with every request, so that a revoked one is refused at once. Invalid tokens
 * count against the allowance of their address, and once it is used up, unknown tokens are not looked up any more. Tokens
 * that were valid before still are, because many clients may share an address.
 */
export class GrantBearers {
  readonly #tokens: AccessTokens;
  readonly #addresses: AddressAllowances;
  /** Their names are hashes of tokens. */
  readonly #proven = new ProvenCredentials();

  constructor(tokens: AccessTokens, addresses: AddressAllowances) {
    this.#tokens = tokens;
    this.#addresses = addresses;
  }

  /** @throws {ServiceError} `unauthorized` with a challenge; `rate_limited` */
  async authenticate(ctx: Context, { url, metadataUrl }: Resource): Promise<Bearer> {
    const [, token] = /^Bearer +(\S+)$/i.exec(ctx.get('Authorization').trim()) ?? [];
    const hash = createHash('sha256').update(`${url} ${token}`).digest('base64');
    const known = token !== undefined && this.#proven.has(hash) ? await this.#verify(token, url) : undefined;
    if (token !== undefined && known !== undefined) return { token, access: known };
    this.#proven.note(hash, false);
    // Spent before the lookup, so that concurrent guesses cause no more lookups than the allowance permits.
    const allowance = await this.#addresses.admit(ctx.ip);
    if (token === undefined || !allowance.admitted) return refuse(ctx, allowance, metadataUrl, token);
    let isStranger = false;
    try {
      const access = await this.#verify(token, url);
      isStranger = access === undefined;
      if (access === undefined) return refuse(ctx, allowance, metadataUrl, token);
      this.#proven.note(hash, true);
      return { token, access };
    } finally {
      if (!isStranger) await this.#addresses.refund(ctx.ip);
    }
  }

  /** Whether a bearer's token is still valid. False as soon as its grant is revoked. */
  async stillAllows({ token }: Bearer, { url }: Resource): Promise<boolean> {
    return (await this.#verify(token, url)) !== undefined;
  }

  async #verify(token: string, resource: string): Promise<GrantAccess | undefined> {
    return await this.#tokens.verify(token, resource);
  }
}

function refuse(
  ctx: Context,
  allowance: Parameters<typeof spend>[1],
  metadataUrl: string,
  token: string | undefined,
): never {
  spend(ctx, allowance);
  throw unauthorizedClient(metadataUrl, token !== undefined);
}
