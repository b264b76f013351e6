import { v5 } from 'uuid';
import { ServiceError } from '#contract/errors.ts';
import { useForDecision } from '#store/oauth/interactions.ts';
import { formType } from '../../http/middleware/body-reader.ts';
import { refuseCompressed } from '../../http/middleware/read-body.ts';
import { formReader } from '../../http/middleware/read-form.ts';
import { decideCall, type DecisionServices } from '../../resources/runs/decide-call.ts';
import { countForSubject } from '../../oauth/count-for-subject.ts';
import { AuthorizationProblem } from '../../oauth/pages/problem-page.ts';
import type { LoginParts } from '../../oauth/login/login-parts.ts';
import type { OAuthContext } from '../../oauth/state.ts';
import { readDecision } from '../read-decision.ts';
import { sendDecidedPage } from './markup.ts';
import { formSubject, type ShownPause } from './form-subject.ts';
import { pendingApproval } from './pending-approval.ts';

/** A note of 4,000 characters, each of which may take twelve when it is encoded, and some short fields. */
const readForm = formReader(65_536);

/**
 * Takes the user's decision on what the page showed, and on nothing else: the form is signed for the browser's approval, the call,
 * since when it is held, and the digest. Each sign-in is for one decision.
 * @throws {AuthorizationProblem} if the form was not served for this approval in this browser, or its decision is not taken
 */
export async function decideApproval(
  ctx: OAuthContext,
  uid: string,
  login: LoginParts,
  inputs: DecisionServices,
): Promise<void> {
  const { form_token, shown, ...answer } = await readFields(ctx);
  const { caller, run, toolCallId } = await pendingApproval(ctx, uid, login, inputs);
  const subject = formSubject(uid, shown);
  if (!login.forms.accepts(subject, form_token) || shown.tool_call_id !== toolCallId) throw notOurForm();
  await countForSubject(ctx, login.services.allowances, caller);
  ctx.state.about = { run_id: run._id, thread_id: run.thread_id, subject_ref: caller.subject_ref };
  try {
    const { tool_call_id, since, digest } = shown;
    const body = readDecision({ tool_call_id, ...(digest === '' ? {} : { digest }) }, answer);
    // The same for a form that is sent twice, which then gets the same answer.
    const requestId = v5(JSON.stringify([uid, tool_call_id, since, body.decision, answer.note]), v5.URL);
    const use = { shown: subject, decision_id: requestId };
    if (!(await useForDecision(login.services.db, uid, use))) throw isUsed();
    await decideCall(inputs, caller, run._id, body, { requestId, heldSince: since });
  } catch (error) {
    throw asProblem(error);
  }
  sendDecidedPage(
    ctx,
    answer.decision === 'approve' ? 'You have approved this' : 'You have rejected this',
    'You can close this page, and go back to your app.',
  );
}

async function readFields(
  ctx: OAuthContext,
): Promise<{ form_token: string; shown: ShownPause; decision: string; note: string }> {
  if (ctx.is(formType) === false) throw notOurForm();
  try {
    refuseCompressed(ctx);
    const fields = await readForm(ctx);
    const { form_token = '', decision = '', note = '', tool_call_id = '', since = '', digest = '' } = fields;
    return { form_token, shown: { tool_call_id, since, digest }, decision, note: asTyped(note) };
  } catch (error) {
    // The rest of it is not read.
    ctx.set('Connection', 'close');
    const isTooLarge = error instanceof ServiceError && error.code === 'payload_too_large';
    throw isTooLarge ? asProblem(error) : notOurForm();
  }
}

/** A note as it was typed: forms send line breaks as two characters. */
function asTyped(note: string): string {
  return note.replaceAll('\r\n', '\n').trim();
}

/** The reason why a decision is refused, in words for the person who decided. Other errors are the service's. */
function asProblem(error: unknown): unknown {
  if (!(error instanceof ServiceError) || error.status >= 500) return error;
  const { status, message } = error;
  return new AuthorizationProblem(
    status,
    'Your decision was not accepted',
    `${message} To see what is held now, and decide on it, open the address in your app again.`,
  );
}

function isUsed(): AuthorizationProblem {
  return new AuthorizationProblem(
    409,
    'You have decided here already',
    'Each time you sign in, you can decide once. To decide again, open the address in your app again.',
  );
}

function notOurForm(): AuthorizationProblem {
  return new AuthorizationProblem(
    403,
    'This decision is not valid',
    'It did not come from the page that showed what is held. Open the address in your app again.',
  );
}
