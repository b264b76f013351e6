import { randomBytes } from 'node:crypto';
import type { AccessTokens, GrantAccess } from '#api/oauth/access-tokens.ts';
import { newId } from '#store/mongo/ids.ts';

/** A grant to issue a token for. */
export type GrantParts = Partial<GrantAccess> & Pick<GrantAccess, 'workspace_id' | 'agent_id'>;

/** Access tokens that are kept in memory, as the authorization server would issue them. */
export class MemoryTokens implements AccessTokens {
  /** How many times a token was verified. */
  verifications = 0;
  readonly #grants = new Map<string, GrantAccess>();

  /** Grants access to `ada`, with both scopes, unless said otherwise; resolves to the token. */
  grant(parts: GrantParts): string {
    const token = randomBytes(24).toString('base64url');
    this.#grants.set(token, {
      grant_id: newId(),
      subject_ref: 'ada',
      client_id: 'client',
      client_name: 'Claude',
      scopes: ['read', 'write'],
      expires_at: new Date(Date.now() + 3_600_000),
      ...parts,
    });
    return token;
  }

  accessOf(token: string): GrantAccess {
    const access = this.#grants.get(token);
    if (access === undefined) throw new Error('there is no such token');
    return access;
  }

  /** Another token for the same grant, with parts of it replaced. */
  again(token: string, parts: Partial<GrantAccess> = {}): string {
    return this.grant({ ...this.accessOf(token), ...parts });
  }

  revoke(token: string): void {
    const { grant_id } = this.accessOf(token);
    for (const [each, access] of this.#grants) if (access.grant_id === grant_id) this.#grants.delete(each);
  }

  async verify(token: string, resource: string): Promise<GrantAccess | undefined> {
    this.verifications += 1;
    const access = this.#grants.get(token);
    if (access === undefined || access.expires_at.getTime() <= Date.now()) return undefined;
    return await Promise.resolve(
      new URL(resource).pathname === `/mcp/${access.agent_id}` ? access : undefined,
    );
  }
}
