import { useQueryClient } from '@tanstack/react-query';
import { defined } from '#contract/defined.ts';
import type { WhileHeld } from '#contract/while-held.ts';
import {
  decide,
  type Decision,
  type HeldCall,
  revise,
  type Revision,
  withdraw,
} from '../../approvals/decide.ts';
import { clientFor } from '../../api/client.ts';
import type { Action } from './curl.ts';
import type { Report } from '#heddle-react/proposed-action.tsx';

/** The actions on a thread. Each accepted one is recorded for the inspector. */
export function useActions(threadId: string, subject: string, onAction: (action: Action) => void) {
  const queryClient = useQueryClient();
  const acting = { as: 'playground', subject } as const;
  const client = clientFor(acting);
  const record = (title: string, path: string, body?: unknown): void => {
    onAction({ title, method: 'POST', path, subject, ...defined({ body }) });
    void queryClient.invalidateQueries({ queryKey: ['threads', subject] });
  };
  return {
    send: async (content: string, while_held?: WhileHeld): Promise<void> => {
      const body = { content, ...defined({ while_held }) };
      await client.POST('/v1/loom/threads/{thread_id}/messages', {
        params: { path: { thread_id: threadId } },
        body,
      });
      record('Send the message', `/v1/loom/threads/${threadId}/messages`, body);
    },
    decide: async (held: HeldCall, { decision, reason, sign }: Decision): Promise<void> => {
      await decide(held, { decision, reason, sign }, acting);
      record(decision === 'approve' ? 'Approve' : 'Reject', `/v1/loom/runs/${held.run_id}/confirm`, {
        tool_call_id: held.tool_call_id,
        decision,
        ...(reason === undefined ? {} : { detail: { reason } }),
      });
    },
    revise: async (held: HeldCall, { args, note }: Revision): Promise<void> => {
      await revise(held, { args, note }, acting);
      record('Correct the arguments', `/v1/loom/runs/${held.run_id}/revise`, {
        tool_call_id: held.tool_call_id,
        args,
        ...(note === undefined ? {} : { detail: { note } }),
      });
    },
    withdraw: async (held: HeldCall): Promise<void> => {
      await withdraw(held, acting);
      record('Withdraw the approval', `/v1/loom/runs/${held.run_id}/withdraw`, {
        tool_call_id: held.tool_call_id,
      });
    },
    report: async (runId: string, callId: string, { state, note }: Report): Promise<void> => {
      const body = {
        tool_call_id: callId,
        state,
        ...(note === undefined ? {} : { detail: { note } }),
      };
      await client.POST('/v1/loom/runs/{id}/outcome', { params: { path: { id: runId } }, body });
      record('Report the outcome', `/v1/loom/runs/${runId}/outcome`, body);
    },
    cancel: async (runId: string): Promise<void> => {
      await client.POST('/v1/loom/runs/{id}/cancel', { params: { path: { id: runId } } });
      record('Cancel the run', `/v1/loom/runs/${runId}/cancel`);
    },
  };
}
