import { useMutation, useQueryClient } from '@tanstack/react-query';
import { clientFor } from '../../../api/client.ts';
import type { Approval } from '../../../api/schema.ts';
import type { Deciding } from '../../../approvals/deciding.ts';
import { decide, revise, withdraw } from '../../../approvals/decide.ts';
import { tellingOutcome } from '../../../approvals/telling-outcome.ts';
import { titleOf } from '../../../approvals/title-of.ts';
import { approvalsKey } from '../../../inbox-news/approvals-key.ts';
import { useToasts } from '../../../ui/toast.tsx';
import { traceKey } from '../trace-query.ts';

/** What a person reports of a proposed action. */
interface Outcome {
  state: 'occurred' | 'failed';
  note?: string | undefined;
}

/** Settles what a run waits for. The page reads the run again, which tells what came of it. */
export function useSettling(item: Approval) {
  const queries = useQueryClient();
  const toasts = useToasts();
  const { run_id, thread_id, tool_call_id, subject_ref: subject } = item;
  const acting = { as: 'console', subject } as const;
  const readAgain = async (): Promise<void> => {
    await queries.invalidateQueries({ queryKey: traceKey(run_id) });
    await queries.invalidateQueries({ queryKey: approvalsKey });
  };
  // Somebody else may have been faster, which the run tells too.
  const settle = async (act: () => Promise<unknown>): Promise<void> => {
    try {
      await act();
    } finally {
      await readAgain();
    }
  };
  const deciding: Deciding = {
    decide: async (decision, { digest }) =>
      await settle(async () => {
        const { heldStill } = await decide({ ...item, digest }, decision, acting);
        tellingOutcome(toasts, item, { ...decision, heldStill });
      }),
    revise: async (revision, { digest }) =>
      await settle(async () => {
        await revise({ ...item, digest }, revision, acting);
        toasts.done('Corrected', titleOf(item));
      }),
    withdraw: async () =>
      await settle(async () => {
        await withdraw(item, acting);
        toasts.done('Withdrawn', titleOf(item));
      }),
  };
  const report = useMutation({
    mutationFn: async ({ state, note }: Outcome): Promise<void> => {
      await clientFor(acting).POST('/v1/loom/runs/{id}/outcome', {
        params: { path: { id: run_id } },
        body: { tool_call_id, state, ...(note === undefined ? {} : { detail: { note } }) },
      });
    },
    onSettled: readAgain,
  });
  const answer = useMutation({
    mutationFn: async (content: string): Promise<void> => {
      const params = { path: { thread_id } };
      await clientFor(acting).POST('/v1/loom/threads/{thread_id}/messages', { params, body: { content } });
    },
    onSettled: readAgain,
  });
  return { deciding, report, answer };
}
