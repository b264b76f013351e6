import type { Pending, ToolRun } from '#contract/mcp-tools.ts';
import { isSameActor } from '#contract/same-actor.ts';
import type { Reader } from './reader.ts';

/** Whether a user has approved what is held, which then waits for others. */
export function hasApproved({ approvals }: Pending, actor: string): boolean {
  return approvals?.given.some((approval) => isSameActor(approval.actor, actor)) === true;
}

const elsewhere =
  'This connection may not do that, because it lacks the scope write: the user can do it in the application itself.';

/** The client's next step about a run, in words for a model; undefined if there is none. */
export function nextStep(
  { state, pending, run_id }: ToolRun,
  { mayWrite, actor, approvesOnPage }: Pick<Reader, 'mayWrite' | 'actor' | 'approvesOnPage'>,
): string | undefined {
  if (state === 'running') {
    return `The agent is still working. Call get_run with run_id ${run_id} and a wait to see its reply.`;
  }
  switch (pending?.kind) {
    case 'question':
      return "Ask the user, and send the user's answer with send_message.";
    case 'confirmation': {
      if (pending.frozen !== undefined) {
        return `It is approved, and frozen: it will be sent once the freeze is lifted, which nobody can do here. Call get_run with run_id ${run_id} later to see the result.`;
      }
      if (pending.not_before !== undefined) {
        const reject = mayWrite
          ? ` If the user rejects it before, call confirm with run_id ${run_id}, tool_call_id ${pending.tool_call_id} and the decision reject.`
          : '';
        return `It is approved, and will be sent at ${pending.not_before}.${reject} Call get_run with run_id ${run_id} after that time to see the result.`;
      }
      // Many clients give their model the text alone.
      const place = pending.approval_url ?? 'approval_url';
      if (hasApproved(pending, actor)) {
        return `The user has approved it. It is held until others have approved it too: call get_run with run_id ${run_id} to see whether they have.`;
      }
      if (mayWrite && approvesOnPage) {
        return `Show the user what is held. Only the user can approve it, at ${place}: give the user this address, call get_run with run_id ${run_id} and a wait to see whether that was done. If the user rejects it, call confirm with tool_call_id ${pending.tool_call_id} and the decision reject. Do not decide for the user.`;
      }
      return mayWrite
        ? `Show the user what is held, and ask whether to approve it. The user can decide at ${place}. Otherwise call confirm with run_id ${run_id}, tool_call_id ${pending.tool_call_id} and the user's decision. Do not decide for the user.`
        : `A person must approve or reject what is held. ${elsewhere}`;
    }
    case 'action':
      return mayWrite
        ? `The agent asks for an action that it cannot perform itself. When it has taken place or failed, call report_outcome with run_id ${run_id} and tool_call_id ${pending.tool_call_id}.`
        : `The agent asks for an action that it cannot perform itself, and whose outcome is to be reported. ${elsewhere}`;
    case undefined:
      // Only its workflow has yet to end it.
      return state === 'awaiting_input' || state === 'awaiting_outcome'
        ? 'The pause has expired. Send a message with send_message to continue.'
        : undefined;
  }
}
