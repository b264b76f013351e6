import { defined } from '#contract/defined.ts';
import { ServiceError } from '#contract/errors.ts';
import { toJsonText } from '#contract/json-text.ts';
import { validateContext } from '#engine/steps/validate-context.ts';
import { withDefinition } from '#store/agents/agent-texts.ts';
import { findAgentOfId } from '#store/agents/agents.ts';
import type { OAuthInteractionDocument } from '#store/documents/oauth.ts';
import { completeLogin, deleteInteraction } from '#store/oauth/interactions.ts';
import type { Session } from '../../http/authentication/session-tokens.ts';
import { countForSubject } from '../count-for-subject.ts';
import { AuthorizationProblem } from '../pages/problem-page.ts';
import type { OAuthContext } from '../state.ts';
import { loginCookies } from './login-cookie.ts';
import type { LoginParts } from './login-parts.ts';
import { pathAfterLogin } from '../login-paths.ts';
import { refuseWhileErased } from './refuse-while-erased.ts';
import { refuseWhileSuspended } from './refuse-while-suspended.ts';
import type { RequestClaims } from './request-token.ts';

/**
 * Takes the browser back from the login bridge. The request token must be one that this browser was given, and is used
 * up; the session token, which was signed for this request token alone, says who signed in. Then the page that asks for consent follows, at an address without either.
 * @throws {AuthorizationProblem}
 */
export async function takeReturn(ctx: OAuthContext, parts: LoginParts): Promise<void> {
  const { db, allowances, suspensions } = parts.services;
  const request = await parts.requestTokens.read(textOf(ctx.query['request']));
  const uid = loginCookies.read(ctx, request.jti);
  if (uid === undefined) {
    throw new AuthorizationProblem(
      400,
      'This sign-in was started elsewhere',
      'It was started in another browser, took too long, or was used already. Go back to your app, and start again there.',
    );
  }
  const session = await sessionOf(textOf(ctx.query['token']), request, parts);
  const subject = await subjectOf(session, request, parts);
  await countForSubject(ctx, allowances, subject);
  await refuseWhileSuspended(suspensions, subject.workspace_id);
  if (
    !(await completeLogin(
      db,
      { uid, jti: request.jti },
      { ...subject, signing_key_id: session.signing_key_id },
    ))
  ) {
    throw new AuthorizationProblem(
      409,
      'This sign-in was used already',
      'Each sign-in works once. Go back to your app, and start again there.',
    );
  }
  try {
    // Checked after it is stored: an erasure that begins later finds it.
    await refuseWhileErased(db, subject, ctx.state.requestId);
  } catch (error) {
    await deleteInteraction(db, uid);
    throw error;
  }
  loginCookies.clear(ctx, request.jti);
  ctx.set({ 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' });
  ctx.status = 303;
  ctx.redirect(pathAfterLogin(uid));
}

function textOf(value: string | string[] | undefined): string {
  return typeof value === 'string' ? value : '';
}

/** The session token must have been signed for this sign-in, and none that its user has for something else. */
async function sessionOf(
  token: string,
  { jti }: RequestClaims,
  { sessionTokens, services: { keyUse } }: LoginParts,
): Promise<Session> {
  try {
    // The allowance of the address was spent before.
    const session = await sessionTokens.verify(token, async (read) => await read(), jti);
    keyUse.note({ collection: 'signing_keys', filter: { kid: session.signing_key_id } });
    return session;
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'unauthorized') throw notSignedIn();
    throw error;
  }
}

/**
 * A session of another workspace counts as none, and so does one that is restricted to another agent or to a
 * connection: a grant has no such restriction, and must not allow more than the session.
 */
async function subjectOf(
  { workspace_id, claims }: Session,
  { agent_id }: RequestClaims,
  { services: { db, schemas } }: LoginParts,
): Promise<
  Pick<OAuthInteractionDocument, 'actor' | 'context'> & { workspace_id: string; subject_ref: string }
> {
  const agent = await findAgentOfId(db, agent_id);
  const isForAgent = claims.agent_id === undefined || claims.agent_id === agent_id;
  const isRestricted = claims.connection !== undefined;
  if (agent?.workspace_id !== workspace_id || !isForAgent || isRestricted) throw notSignedIn();
  const { sub: subject_ref, actor, context } = claims;
  if (context === undefined) return { workspace_id, subject_ref, ...defined({ actor }) };
  try {
    await validateContext(schemas, withDefinition(agent), context);
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'invalid_request') throw unsuitableContext();
    throw error;
  }
  return { workspace_id, subject_ref, ...defined({ actor }), context: toJsonText(context) };
}

function unsuitableContext(): AuthorizationProblem {
  return new AuthorizationProblem(
    403,
    'You were not signed in',
    'The sign-in page gave facts about you that this agent does not take. Contact the operator of the sign-in page.',
  );
}

function notSignedIn(): AuthorizationProblem {
  return new AuthorizationProblem(
    403,
    'You were not signed in',
    'The sign-in page did not say in a valid way who you are. Go back to your app, and start again there. If that does not help, contact the operator of the sign-in page.',
  );
}
