import type { RouterContext } from '@koa/router';
import { OidcError } from '#adapters/oidc/port.ts';
import { callbackPath } from '#contract/console-sign-in.ts';
import { Uuid } from '#contract/ids.ts';
import { takeAttempt } from '#store/console/sign-in-attempts.ts';
import { findSignInSettings } from '#store/console/sign-in-settings.ts';
import { insertSession, lifeOf, newSecret } from '#store/console/sessions.ts';
import type { ConsoleSignInDocument } from '#store/documents/console-sign-in.ts';
import type { CallerState } from '../../http/authentication/authenticate.ts';
import { sessionCookies } from '../../http/authentication/session-cookie.ts';
import type { AllowanceState } from '../../http/limits/allowance.ts';
import type { RequestState } from '../../http/middleware/identify-request.ts';
import type { RecordState } from '../../http/middleware/record-request.ts';
import { noAttemptCookie, readAttemptCookie } from './attempt-cookie.ts';
import { requestOf } from './attempt-secrets.ts';
import { type BeginServices, providerOf } from './begin.ts';
import { neededClaims, type Person, personOf } from './person-of.ts';
import { changedSettings, personProblem, providerProblem, unknownAttempt } from './sign-in-problem.ts';

/** The state of a request of a browser that comes back from a provider. */
export type CallbackState = RequestState & RecordState & AllowanceState & Partial<CallerState>;
type CallbackContext = RouterContext<CallbackState>;

/** The route to which a provider sends the browser back. */
export const callbackRoute = {
  path: `${callbackPath}/{workspace_id}`,
  method: 'get',
  noun: 'sign-in',
} as const;

/**
 * Takes a browser back from the provider of a workspace, and opens a session for the person (console.oidc.flow). The attempt
 * is used up first, whatever the provider says.
 * @throws {SignInProblem}
 */
export async function takeCallback(ctx: CallbackContext, services: BeginServices): Promise<void> {
  const { db, baseUrl, console } = services;
  const workspaceId = Uuid.safeParse(ctx.params['workspace_id']).data;
  const state = typeof ctx.query['state'] === 'string' ? ctx.query['state'] : '';
  const cookie = readAttemptCookie(ctx, state);
  if (workspaceId === undefined || cookie === undefined) throw unknownAttempt();
  const secrets = { state, cookie };
  const attempt = await takeAttempt(db, workspaceId, secrets, new Date());
  if (attempt === null) throw unknownAttempt();
  const settings = await findSignInSettings(db, workspaceId);
  // A later change of the settings ends the session at its first use.
  if (settings?.sign_in_id !== attempt.sign_in_id) throw changedSettings();
  const request = requestOf(secrets, baseUrl, workspaceId);
  const callback = new URL(`${request.redirectUri}${ctx.search}`);
  const person = await identify(services, settings, { callback, request });
  if ('fault' in person) throw personProblem(person.fault);
  const secret = newSecret();
  const session = await insertSession(
    db,
    { workspace_id: workspaceId, sign_in_id: attempt.sign_in_id, name: person.ref, roles: person.roles },
    secret,
    new Date(),
  );
  ctx.set({ 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' });
  ctx.set('Set-Cookie', [
    ...sessionCookies(secret, lifeOf(session) / 1000, console.secureCookies),
    noAttemptCookie(state, console.secureCookies),
  ]);
  ctx.status = 303;
  const back = attempt.back === undefined ? '' : `&back=${encodeURIComponent(attempt.back)}`;
  ctx.redirect(`/console/sign-in?done=1${back}`);
}

async function identify(
  { oidc, keyring }: BeginServices,
  settings: ConsoleSignInDocument,
  { callback, request }: { callback: URL; request: ReturnType<typeof requestOf> },
): Promise<Person> {
  try {
    const provider = providerOf(keyring, settings);
    return personOf(settings, await oidc.claimsOf(provider, callback, request, neededClaims(settings)));
  } catch (error) {
    if (error instanceof OidcError) throw providerProblem(error.code, error);
    throw error;
  }
}
