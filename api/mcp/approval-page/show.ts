import { noteShown } from '#store/oauth/interactions.ts';
import { actorOf } from '../../http/authentication/caller.ts';
import { countForSubject } from '../../oauth/count-for-subject.ts';
import type { LoginParts } from '../../oauth/login/login-parts.ts';
import type { OAuthContext } from '../../oauth/state.ts';
import type { DecisionServices } from '../../resources/runs/decide-call.ts';
import { approvalUrl } from '../../oauth/login-paths.ts';
import { hasApproved } from '../next-step.ts';
import { sendApprovalPage, sendDecidedPage } from './markup.ts';
import { formSubject, shownPause } from './form-subject.ts';
import { pendingApproval } from './pending-approval.ts';

/**
 * Shows what is held to the user who signed in, with a form that decides on exactly that. A sign-in is for what it showed first: if
 * something else is held by now, or a decision was taken, its user signs in again.
 * @throws {AuthorizationProblem}
 */
export async function showApproval(
  ctx: OAuthContext,
  uid: string,
  login: LoginParts,
  inputs: DecisionServices,
): Promise<void> {
  const pending = await pendingApproval(ctx, uid, login, inputs);
  const { caller, run, held, agent, clientName } = pending;
  await countForSubject(ctx, login.services.allowances, caller);
  ctx.state.about = { run_id: run._id, thread_id: run.thread_id, subject_ref: caller.subject_ref };
  if (held === undefined) {
    sendDecidedPage(ctx, 'Nothing is held any more', 'Somebody has decided, or it was held for too long.');
    return;
  }
  if (hasApproved(held, actorOf(caller))) {
    sendDecidedPage(ctx, 'You have approved this', 'It is held until others have approved it too.');
    return;
  }
  const shown = shownPause(held);
  const subject = formSubject(uid, shown);
  if (!(await noteShown(login.services.db, uid, subject))) {
    const { tool_call_id } = held;
    ctx.status = 303;
    ctx.redirect(approvalUrl(login.services.baseUrl, { agent_id: agent._id, run_id: run._id, tool_call_id }));
    return;
  }
  sendApprovalPage(ctx, {
    agentName: agent.name,
    clientName,
    actor: actorOf(caller),
    subject: caller.subject_ref,
    held,
    fields: { ...shown, form_token: login.forms.issue(subject) },
  });
}
