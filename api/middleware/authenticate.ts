import type { Context, Middleware } from 'koa';
import { LRUCache } from 'lru-cache';
import { ServiceError } from '#contract/errors.ts';
import { SubjectRef } from '#contract/ids.ts';
import { findApiKey } from '#store/api-keys.ts';
import type { Database } from '#store/database.ts';
import type { Caller } from '../caller.ts';
import type { Access } from '../endpoint.ts';

/** A key that was revoked is refused everywhere after this time. */
const cachedMs = 5000;
const cachedKeys = 10_000;

/** Who the request is of. */
export interface CallerState {
  caller: Caller;
}

/** The step that finds out who calls, and refuses whom the endpoint is not for. */
export function identifyCaller(authenticator: Authenticator, access: Access): Middleware<CallerState> {
  return async (ctx, next) => {
    ctx.state.caller =
      access === 'public'
        ? { workspace_id: '', mode: 'relay' }
        : await authenticator.authenticate(ctx, access);
    await next();
  };
}

/** Tells who calls from `Authorization`, `Service-Subject` and `Service-Connection` (contract section 2). */
export class Authenticator {
  readonly #db: Database;
  readonly #workspaces = new LRUCache<string, string>({ max: cachedKeys, ttl: cachedMs });

  constructor(db: Database) {
    this.#db = db;
  }

  /**
   * @throws {ServiceError} `unauthorized` for a credential that is missing or not known, `subject_required` where
   *   the endpoint acts for a subject and none is named
   */
  async authenticate(ctx: Context, access: Exclude<Access, 'public'>): Promise<Caller> {
    const workspace_id = await this.#workspaceOf(bearer(ctx));
    const caller: Caller = { workspace_id, mode: 'relay' };
    if (access === 'management') return caller;
    const connection = ctx.get('Service-Connection');
    if (connection !== '') caller.connection = connection;
    const subject = readSubject(ctx);
    if (subject !== undefined) return { ...caller, subject_ref: subject };
    if (access === 'subject') throw subjectRequired();
    return caller;
  }

  async #workspaceOf(key: string): Promise<string> {
    const cached = this.#workspaces.get(key);
    if (cached !== undefined) return cached;
    const document = await findApiKey(this.#db, key);
    if (document === null) throw unauthorized();
    this.#workspaces.set(key, document.workspace_id);
    return document.workspace_id;
  }
}

export function subjectRequired(): ServiceError {
  return new ServiceError('subject_required', 'Name the acting subject in the Service-Subject header.');
}

function unauthorized(): ServiceError {
  return new ServiceError(
    'unauthorized',
    'A valid credential is needed: Authorization: Bearer <credential>.',
    {
      headers: { 'WWW-Authenticate': 'Bearer' },
    },
  );
}

function bearer(ctx: Context): string {
  const match = /^Bearer +(\S+)$/i.exec(ctx.get('Authorization').trim());
  if (match?.[1] === undefined) throw unauthorized();
  return match[1];
}

function readSubject(ctx: Context): string | undefined {
  const header = ctx.get('Service-Subject');
  if (header === '') return undefined;
  const subject = SubjectRef.safeParse(decodeHeader(header));
  if (!subject.success) {
    throw new ServiceError('invalid_request', 'Service-Subject must have at most 255 characters.', {
      details: [{ path: 'Service-Subject', message: 'must have at most 255 characters', code: 'too_big' }],
    });
  }
  return subject.data;
}

/** Header bytes arrive as Latin-1; most clients send UTF-8. */
function decodeHeader(value: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(value, 'latin1'));
  } catch {
    return value;
  }
}
