import type { Context, Middleware } from 'koa';
import type { ConsoleOrigin } from '#contract/console.ts';
import { defined } from '#contract/defined.ts';
import type { NeededRole } from '#contract/role-rules.ts';
import { ServiceError } from '#contract/errors.ts';
import type { Keyring } from '#store/credentials/encryption.ts';
import type { Database } from '#store/mongo/database.ts';
import { findApiKeyByHash, hashApiKey, isApiKey, isExpired } from '#store/credentials/api-keys.ts';
import type { ApiKeyDocument } from '#store/documents/api-key.ts';
import type { KeyUse } from '#store/credentials/key-use.ts';
import { credentialOf } from '#store/console/sessions.ts';
import { ConsoleSessions } from './console-sessions.ts';
import { readCredential } from './credential.ts';
import { readNameHeader } from './name-header.ts';
import { CredentialCache, type Guard } from './credential-cache.ts';
import { consoleOriginOf } from './own-requests.ts';
import { refuseMissingScopes } from './refuse-missing-scopes.ts';
import { refuseOtherRoles } from './refuse-other-roles.ts';
import { readSessionCookie } from './session-cookie.ts';
import { isForSomebodyElse } from './session-person.ts';
import { SessionTokens } from './session-tokens.ts';
import type { Suspensions } from './suspensions.ts';
import { foreignSubject, subjectRequired, unauthorized } from './errors.ts';
import type { AddressAllowances } from '../limits/address-allowances.ts';
import { spend } from '../limits/allowance.ts';
import type { Caller } from './caller.ts';
import { type Access, neededScope, type ScopedAccess, takesSessionTokens } from './access.ts';

/** The caller of the request. */
export interface CallerState {
  caller: Caller;
  /** The caller's workspace, known as soon as its credential is, even if the request is refused after that. */
  workspaceId?: string;
  /** The part of the console that asks; known together with the workspace. */
  consoleOrigin?: ConsoleOrigin;
  /** The only subject for which the credential acts; absent if it acts for any. Known together with the workspace. */
  boundSubject?: string;
  /** Whether the credential is still valid. */
  stillAllowed: () => Promise<boolean>;
}

/** The dependencies of authentication. */
export interface AuthenticationServices {
  db: Database;
  keyring: Keyring;
  keyUse: KeyUse;
  allowances: { addresses: AddressAllowances };
  suspensions: Suspensions;
  /** `baseUrl`: where the console is, if that is configured. */
  console: { baseUrl?: string };
}

type GuardedAccess = Exclude<Access, 'public'>;

/** The step that identifies the caller, and refuses callers for whom the endpoint is not meant. */
export function identifyCaller(
  authenticator: Authenticator,
  endpoint: ScopedAccess & { role: NeededRole },
): Middleware<CallerState> {
  const { access, role } = endpoint;
  const scope = neededScope(endpoint);
  return async (ctx, next) => {
    ctx.state.caller =
      access === 'public'
        ? { workspace_id: '', mode: 'relay', origin: 'api' }
        : await authenticator.authenticate(ctx, access);
    refuseOtherRoles(ctx.state.caller, role);
    if (scope !== undefined) refuseMissingScopes(ctx.state.caller, scope);
    ctx.state.stillAllowed = async () => access === 'public' || (await authenticator.accepts(ctx, access));
    await next();
  };
}

/**
 * Identifies the caller from `Authorization`, `Service-Subject` and `Service-Actor` (auth.*), or from the cookie of a
 * console session (console.*).
 */
export class Authenticator {
  readonly #apiKeys: CredentialCache<ApiKeyDocument>;
  readonly #sessionTokens: SessionTokens;
  readonly #keyUse: KeyUse;
  readonly #db: Database;
  readonly #suspensions: Suspensions;
  readonly #consoleSessions: ConsoleSessions;
  readonly #baseUrl: string | undefined;
  /** For looking up credentials that this process does not know. */
  readonly #addresses: AddressAllowances;

  constructor(services: AuthenticationServices) {
    const { db, keyring, keyUse } = services;
    this.#addresses = services.allowances.addresses;
    this.#suspensions = services.suspensions;
    this.#baseUrl = services.console.baseUrl;
    this.#consoleSessions = new ConsoleSessions(db);
    this.#apiKeys = new CredentialCache(async (hash) => (await findApiKeyByHash(db, hash)) ?? undefined);
    this.#keyUse = keyUse;
    this.#db = db;
    this.#sessionTokens = new SessionTokens(db, keyring);
  }

  /**
   * @throws {ServiceError} `unauthorized` for a credential that is missing or invalid, `workspace_suspended` for any of a
   *   workspace that is suspended, `forbidden` for a session token where an API key is needed or that acts for another
   *   subject, `subject_required` if the endpoint acts for a subject and none is named, `rate_limited` before an unknown
   *   credential is looked up for an address that has used up its allowance
   * @param used whether the credential is used now, and not only checked again. Default: true
   */
  async authenticate(ctx: Context, access: GuardedAccess, used = true): Promise<Caller> {
    if (access === 'console-page') return this.#page(ctx);
    if (access === 'console' || ctx.get('Authorization') === '')
      return await this.#console(ctx, access, used);
    const { type, text } = readCredential(ctx);
    return type === 'session-token'
      ? await this.#direct(ctx, access, text, used)
      : await this.#relay(ctx, access, text, used);
  }

  /** Whether the credential of a request would be accepted now. */
  async accepts(ctx: Context, access: GuardedAccess): Promise<boolean> {
    try {
      await this.authenticate(ctx, access, false);
      return true;
    } catch (error) {
      // If this cannot be determined now, the next check decides.
      return !(error instanceof ServiceError);
    }
  }

  /** @throws {ServiceError} `forbidden` unless a page of the console makes the request */
  #page(ctx: Context): Caller {
    const origin = consoleOriginOf(ctx.req.headers, this.#baseUrl);
    if (origin === undefined) throw new ServiceError('forbidden', 'Only pages of the console may sign in.');
    return { workspace_id: '', mode: 'relay', origin };
  }

  /** `Service-Actor` is ignored: the signed-in person acts. */
  async #console(ctx: Context, access: GuardedAccess, used: boolean): Promise<Caller> {
    // A credential in the header takes precedence over the cookie.
    if (ctx.get('Authorization') !== '') throw unauthorized();
    const origin = consoleOriginOf(ctx.req.headers, this.#baseUrl);
    const secret = origin === undefined ? undefined : readSessionCookie(ctx);
    if (origin === undefined || secret === undefined) throw unauthorized();
    const session = await this.#consoleSessions.find(secret, this.#guard(ctx), used);
    if (session === undefined) throw unauthorized();
    const { workspace_id, name } = session;
    ctx.state.consoleOrigin = origin;
    await this.#enter(ctx, workspace_id);
    if (await isForSomebodyElse(ctx, this.#db, session))
      throw unauthorized('Somebody else has signed in to this browser.');
    const subject = this.#subjectOf(ctx, access);
    if (subject === undefined && access === 'subject') throw subjectRequired();
    return {
      workspace_id,
      mode: 'relay',
      origin,
      actor: name,
      is_actor_named: true,
      credential: credentialOf(session),
      session,
      ...defined({ subject_ref: subject, scopes: session.scopes, key_expires_at: session.key_expires_at }),
    };
  }

  async #direct(ctx: Context, access: GuardedAccess, token: string, used: boolean): Promise<Caller> {
    const { workspace_id, signing_key_id, claims } = await this.#sessionTokens.verify(
      token,
      this.#guard(ctx),
    );
    ctx.state.boundSubject = claims.sub;
    await this.#enter(ctx, workspace_id);
    if (used) this.#keyUse.note({ collection: 'signing_keys', filter: { kid: signing_key_id } });
    if (!takesSessionTokens(access)) {
      throw new ServiceError('forbidden', 'This takes an API key; a session token is not enough.');
    }
    const subject = readNameHeader(ctx, 'Service-Subject');
    if (subject !== undefined && subject !== claims.sub) throw foreignSubject();
    return {
      workspace_id,
      subject_ref: claims.sub,
      // The signed claims name the actor, so `Service-Actor` is ignored.
      actor: claims.actor ?? claims.sub,
      credential: { kind: 'session_token', id: signing_key_id },
      mode: 'direct',
      origin: 'api',
      ...defined({ connection_claim: claims.connection, agent_id: claims.agent_id, context: claims.context }),
      ...(claims.trace === 'full' ? { full_trace: true } : {}),
      ...(claims.actor === undefined ? {} : { is_actor_named: true as const }),
    };
  }

  /** Notes whose credential it is, so that a refusal is recorded too. */
  async #enter(ctx: Context, workspaceId: string): Promise<void> {
    ctx.state.workspaceId = workspaceId;
    await this.#suspensions.refuse(workspaceId);
  }

  /**
   * Spends from the address's allowance before a lookup, and returns it unless the credential does not exist, so that
   * concurrent guesses cause no more lookups than the allowance permits.
   */
  #guard(ctx: Context): Guard {
    return async (read) => {
      const allowance = await this.#addresses.admit(ctx.ip);
      if (!allowance.admitted) spend(ctx, allowance);
      let isStranger = false;
      try {
        const found = await read();
        isStranger = found === undefined;
        return found;
      } finally {
        if (isStranger) spend(ctx, allowance);
        else await this.#addresses.refund(ctx.ip);
      }
    };
  }

  /** Where a subject is required, an empty header counts as none. Elsewhere it would show more than intended. */
  #subjectOf(ctx: Context, access: GuardedAccess): string | undefined {
    if (access === 'management' || access === 'console') return undefined;
    const isOptional = access === 'subject-or-workspace' || access === 'api-key';
    if (!isOptional && ctx.get('Service-Subject') === '') return undefined;
    return readNameHeader(ctx, 'Service-Subject');
  }

  async #relay(ctx: Context, access: GuardedAccess, key: string, used: boolean): Promise<Caller> {
    if (!isApiKey(key)) throw unauthorized();
    const document = await this.#apiKeys.get(hashApiKey(key), this.#guard(ctx));
    if (document === undefined || isExpired(document)) throw unauthorized();
    await this.#enter(ctx, document.workspace_id);
    if (used) this.#keyUse.note({ collection: 'api_keys', filter: { _id: document._id } });
    const { workspace_id, scopes, expires_at } = document;
    const subject = this.#subjectOf(ctx, access);
    if (subject === undefined && access === 'subject') throw subjectRequired();
    const named = readNameHeader(ctx, 'Service-Actor');
    const actor = named ?? subject;
    return {
      workspace_id,
      credential: { kind: 'api_key', id: document._id },
      mode: 'relay',
      origin: 'api',
      ...defined({ subject_ref: subject, actor, scopes, key_expires_at: expires_at }),
      ...(named === undefined ? {} : { is_actor_named: true as const }),
    };
  }
}
