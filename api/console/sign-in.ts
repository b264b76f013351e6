import { ConsoleSession, NewConsoleSession } from '#contract/console.ts';
import { defined } from '#contract/defined.ts';
import { invalidField, ServiceError } from '#contract/errors.ts';
import { redeemLink } from '#store/console/links.ts';
import {
  findSession,
  insertSession,
  longestMs,
  newSecret,
  type NewSession,
} from '#store/console/sessions.ts';
import { findApiKeyByHash, hashApiKey, isApiKey, isExpired } from '#store/credentials/api-keys.ts';
import type { KeyUse } from '#store/credentials/key-use.ts';
import type { Database } from '#store/mongo/database.ts';
import { unauthorized } from '../http/authentication/errors.ts';
import type { Suspensions } from '../http/authentication/suspensions.ts';
import { sessionCookies } from '../http/authentication/session-cookie.ts';
import { endpoint } from '../http/endpoint/endpoint.ts';
import type { AddressAllowances } from '../http/limits/address-allowances.ts';
import { presentSession, type SessionServices } from './present-session.ts';

type SignInServices = SessionServices & {
  keyUse: KeyUse;
  allowances: { signIns: AddressAllowances };
  suspensions: Suspensions;
  console: { secureCookies: boolean };
};

export const signIn = endpoint({
  operation: 'signInToConsole',
  summary: 'Sign in to the console with an API key or a one-time link; the session is in a cookie',
  method: 'post',
  path: '/console/session',
  access: 'console-page',
  noun: 'session',
  role: 'viewer',
  body: NewConsoleSession,
  status: 200,
  data: ConsoleSession,
  async handle(services: SignInServices, { body, address }) {
    const credential = await withinAllowance(services.allowances.signIns, address, async () =>
      body.api_key === undefined
        ? await ofLink(services.db, body)
        : await ofApiKey(services, body.api_key, body.name),
    );
    await services.suspensions.refuse(credential.workspace_id);
    const secret = newSecret();
    const { _id } = await insertSession(services.db, credential, secret, new Date());
    // As its first request will find it: with the roles that it has.
    const session = await findSession(services.db, _id, new Date());
    if (session === null) throw unauthorized();
    return {
      data: await presentSession(services, session),
      cookies: sessionCookies(secret, longestMs / 1000, services.console.secureCookies),
    };
  },
});

async function ofApiKey(
  { db, keyUse }: SignInServices,
  apiKey: string,
  name = '',
): Promise<NewSession | undefined> {
  const key = isApiKey(apiKey) ? await findApiKeyByHash(db, hashApiKey(apiKey)) : null;
  if (key === null || isExpired(key)) return undefined;
  keyUse.note({ collection: 'api_keys', filter: { _id: key._id } });
  return { workspace_id: key.workspace_id, api_key_id: key._id, name };
}

async function ofLink(db: Database, { code = '', name }: NewConsoleSession): Promise<NewSession | undefined> {
  const redeemed = await redeemLink(db, code, name !== undefined, new Date());
  if (redeemed.outcome === 'name_needed')
    throw invalidField('name', 'is needed: the link was made for nobody');
  if (redeemed.outcome === 'unknown') return undefined;
  const { link } = redeemed;
  const { workspace_id, link_id } = link;
  return { workspace_id, name: link.name ?? name ?? '', ...defined({ link_id }) };
}

/**
 * Counts a failed sign-in against the allowance of its address. It is spent before the look-up, so that concurrent
 * guesses cause no more look-ups than the allowance permits, and returned unless the credential does not exist.
 * @throws {ServiceError} `unauthorized` if it does not exist, `rate_limited` if the allowance is used up
 */
async function withinAllowance(
  signIns: AddressAllowances,
  address: string,
  look: () => Promise<NewSession | undefined>,
): Promise<NewSession> {
  const allowance = await signIns.admit(address);
  if (!allowance.admitted) {
    throw new ServiceError('rate_limited', 'Too many attempts to sign in failed; try again later.', {
      retryAfterSeconds: Math.max(Math.ceil(allowance.resetsInMs / 1000), 1),
    });
  }
  let isStranger = false;
  try {
    const found = await look();
    isStranger = found === undefined;
    if (found === undefined) throw unauthorized('The API key or link is not valid.');
    return found;
  } finally {
    if (!isStranger) await signIns.refund(address);
  }
}
