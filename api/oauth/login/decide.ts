import { errors } from 'oidc-provider';
import { defined } from '#contract/defined.ts';
import { noteSignIn } from '#store/oauth/authorizations.ts';
import { storeConsent } from '#store/oauth/consent.ts';
import { storeClient } from '#store/oauth/clients.ts';
import { formType } from '../../http/middleware/body-reader.ts';
import { refuseCompressed } from '../../http/middleware/read-body.ts';
import { formReader } from '../../http/middleware/read-form.ts';
import { countForSubject } from '../count-for-subject.ts';
import { oauthPaths } from '../metadata.ts';
import { AuthorizationProblem } from '../pages/problem-page.ts';
import { redirectPlace } from '../pages/redirect-place.ts';
import { accountId } from '../provider/account.ts';
import { newAuthorizationId } from '../provider/authorization-id.ts';
import { boundMetadata } from '../provider/client-metadata.ts';
import type { OAuthContext } from '../state.ts';
import { clientLabel } from './begin.ts';
import type { LoginParts } from './login-parts.ts';
import { pendingAuthorization, type PendingAuthorization } from './pending-authorization.ts';
import { refuseWhileErased } from './refuse-while-erased.ts';

/** The form has two short fields. */
const readForm = formReader(4096);

/**
 * Takes the subject's decision, and sends the browser on: to the authorization server, which sends it back to the
 * client with a code or with `access_denied`.
 * @throws {AuthorizationProblem} if the form was not served for this authorization in this browser
 */
export async function decide(ctx: OAuthContext, uid: string, parts: LoginParts): Promise<void> {
  const { provider, forms, services } = parts;
  const { form_token = '', decision } = await readDecision(ctx);
  const pending = await pendingAuthorization(ctx, uid, parts);
  const { subject } = pending;
  if (subject === undefined || !forms.accepts(uid, form_token)) throw notOurForm();
  await countForSubject(ctx, services.allowances, subject);
  if (decision !== 'approve' && decision !== 'deny') throw notOurForm();
  const result =
    decision === 'deny'
      ? { error: 'access_denied', error_description: 'the user denied access' }
      : {
          login: { accountId: accountId(subject), remember: false },
          consent: { grantId: await storeApproval(ctx, { ...pending, subject }, parts) },
        };
  await provider.interactionResult(ctx.req, ctx.res, result, { mergeWithLastSubmission: false });
  ctx.set('Cache-Control', 'no-store');
  ctx.status = 303;
  ctx.redirect(`${oauthPaths.authorize}/${uid}`);
}

/**
 * Stores the grant and, under it, an authorization for the client.
 * @returns the id of the latter
 * @throws {AuthorizationProblem} if the subject is being erased, or was erased meanwhile
 */
async function storeApproval(
  ctx: OAuthContext,
  pending: PendingAuthorization & { subject: NonNullable<PendingAuthorization['subject']> },
  { services: { db, keyring }, provider }: LoginParts,
): Promise<string> {
  const { uid, subject, actor, context, agent, client, scopes, resource } = pending;
  await refuseWhileErased(db, subject, ctx.state.requestId);
  const consent = {
    ...subject,
    agent: { id: agent._id, name: agent.name },
    client: {
      id: client.id,
      name: clientLabel(pending),
      redirect_host: redirectPlace(pending.redirectUri).host,
    },
    scopes,
  };
  const grant = await storeConsent(db, consent, { uid, actor });
  if (grant === null) throw hasEnded();
  if (client.url !== undefined) {
    // For the time when its document cannot be fetched.
    const known = await provider.Client.find(client.id);
    await storeClient(db, keyring, client.id, { ...boundMetadata(known?.metadata()) });
  }
  const authorization = new provider.Grant({ accountId: accountId(subject), clientId: client.id });
  authorization.jti = newAuthorizationId(grant._id);
  authorization.addResourceScope(resource, scopes.join(' '));
  try {
    const id = await authorization.save();
    // Nobody has a token of it yet.
    await noteSignIn(db, id, defined({ actor, context }));
    return id;
  } catch (error) {
    throw error instanceof errors.InvalidGrant ? hasEnded() : error;
  }
}

function hasEnded(): AuthorizationProblem {
  return new AuthorizationProblem(
    409,
    'The app was not connected',
    'The page is too old, or the connection was ended meanwhile. Go back to the app, and connect again.',
  );
}

async function readDecision(ctx: OAuthContext): Promise<Record<string, string>> {
  if (ctx.is(formType) === false) throw notOurForm();
  try {
    refuseCompressed(ctx);
    return await readForm(ctx);
  } catch {
    // The rest of it is not read.
    ctx.set('Connection', 'close');
    throw notOurForm();
  }
}

function notOurForm(): AuthorizationProblem {
  return new AuthorizationProblem(
    403,
    'This decision is not valid',
    'It did not come from the page that asked for it. Go back to the app, and connect again.',
  );
}
