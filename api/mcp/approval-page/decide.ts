import { v5 } from 'uuid';
import type { NewDecision } from '#contract/decisions.ts';
import { ServiceError } from '#contract/errors.ts';
import { readForm, formType } from '../../http/middleware/read-form.ts';
import { refuseCompressed } from '../../http/middleware/read-body.ts';
import { decideCall, type DecisionServices } from '../../resources/runs/decide.ts';
import { countForSubject } from '../../oauth/count-for-subject.ts';
import { AuthorizationProblem } from '../../oauth/pages/problem-page.ts';
import type { LoginParts } from '../../oauth/login/login-parts.ts';
import type { OAuthContext } from '../../oauth/state.ts';
import { sendDecidedPage } from './markup.ts';
import { formSubject, type ShownPause } from './form-subject.ts';
import { pendingApproval } from './pending-approval.ts';

/** A note of 4,000 characters, each of which may take twelve when it is encoded, and some short fields. */
const formLimitBytes = 65_536;
const longestNote = 4000;

/**
 * Takes the user's decision on what the page showed, and on nothing else: the form is signed for the browser's approval, the call,
 * since when it is held, and the digest.
 * @throws {AuthorizationProblem} if the form was not served for this approval in this browser
 */
export async function decideApproval(
  ctx: OAuthContext,
  uid: string,
  login: LoginParts,
  inputs: DecisionServices,
): Promise<void> {
  const { form_token, decision, note, ...shown } = await readDecision(ctx);
  const { caller, run, toolCallId } = await pendingApproval(ctx, uid, login, inputs);
  const isOurs = login.forms.accepts(formSubject(uid, shown), form_token);
  if (!isOurs || shown.tool_call_id !== toolCallId) throw notOurForm();
  await countForSubject(ctx, login.services.allowances, caller);
  ctx.state.about = { run_id: run._id, thread_id: run.thread_id, subject_ref: caller.subject_ref };
  if (decision !== 'approve' && decision !== 'reject') throw notOurForm();
  const { tool_call_id, since, digest } = shown;
  const body: NewDecision = {
    tool_call_id,
    decision,
    ...(note === '' ? {} : { detail: { note } }),
    ...(digest === '' ? {} : { digest }),
  };
  // The same for a form that is sent twice, which is then told the same.
  const requestId = v5(JSON.stringify([uid, tool_call_id, since, decision, note]), v5.URL);
  try {
    await decideCall(inputs, caller, run._id, body, { requestId, heldSince: since });
  } catch (error) {
    throw asProblem(error);
  }
  sendDecidedPage(
    ctx,
    decision === 'approve' ? 'You have approved this' : 'You have rejected this',
    'You can close this page, and go back to your app.',
  );
}

async function readDecision(
  ctx: OAuthContext,
): Promise<ShownPause & { form_token: string; decision: string; note: string }> {
  if (ctx.is(formType) === false) throw notOurForm();
  try {
    refuseCompressed(ctx);
    const { fields } = await readForm(ctx, formLimitBytes);
    const { form_token = '', decision = '', note = '', tool_call_id = '', since = '', digest = '' } = fields;
    return { form_token, decision, note: note.trim().slice(0, longestNote), tool_call_id, since, digest };
  } catch {
    // What is left of it is not read.
    ctx.set('Connection', 'close');
    throw notOurForm();
  }
}

/** What a decision is refused for, in words for the person who decided. Other errors are the service's. */
function asProblem(error: unknown): unknown {
  if (!(error instanceof ServiceError) || error.status >= 500) return error;
  return new AuthorizationProblem(error.status, 'Your decision was not taken', error.message);
}

function notOurForm(): AuthorizationProblem {
  return new AuthorizationProblem(
    403,
    'This decision is not valid',
    'It did not come from the page that showed what is held. Open the address that your app has once more.',
  );
}
