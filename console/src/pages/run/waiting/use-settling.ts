import { useMutation, useQueryClient } from '@tanstack/react-query';
import { clientFor } from '../../../api/client.ts';
import type { Approval } from '../../../api/schema.ts';
import { DecidedAlready } from '../../../approvals/decided-already.ts';
import type { Deciding } from '../../../approvals/deciding.ts';
import { decide, revise, withdraw } from '../../../approvals/decide.ts';
import { tellingOutcome } from '../../../approvals/telling-outcome.ts';
import { titleOf } from '../../../approvals/title-of.ts';
import { approvalsKey } from '../../../inbox-news/approvals-key.ts';
import { useToasts } from '../../../ui/toast.tsx';
import { traceKey } from '../trace-query.ts';
import type { Act } from './use-waiting-items.ts';

/** A report about a proposed action. */
interface Outcome {
  state: 'occurred' | 'failed';
  note?: string | undefined;
}

/**
 * Settles an item that a run waits for. The page then reads the run again, with the outcome.
 * @param onAct called with the action in progress; undefined if there is none or the item still waits
 */
export function useSettling(item: Approval, onAct: (act: Act | undefined) => void) {
  const queries = useQueryClient();
  const toasts = useToasts();
  const { run_id, thread_id, tool_call_id, subject_ref: subject } = item;
  const acting = { as: 'console', subject } as const;
  const readAgain = async (): Promise<void> => {
    await queries.invalidateQueries({ queryKey: traceKey(run_id) });
    await queries.invalidateQueries({ queryKey: approvalsKey });
  };
  // If somebody else was faster, what is shown says who.
  const settle = async (settling: () => Promise<Act | undefined>): Promise<void> => {
    onAct('under way');
    try {
      onAct(await settling());
    } catch (error) {
      onAct(undefined);
      if (!(error instanceof DecidedAlready)) throw error;
    } finally {
      await readAgain();
    }
  };
  const deciding: Deciding = {
    decide: async (decision, { digest }) =>
      await settle(async () => {
        const { heldStill } = await decide({ ...item, digest }, decision, acting);
        tellingOutcome(toasts, item, { ...decision, heldStill });
        return heldStill ? undefined : 'done';
      }),
    revise: async (revision, { digest }) =>
      await settle(async () => {
        await revise({ ...item, digest }, revision, acting);
        toasts.done('Corrected', titleOf(item));
        return 'done';
      }),
    withdraw: async () =>
      await settle(async () => {
        await withdraw(item, acting);
        toasts.done('Withdrawn', titleOf(item));
        return undefined;
      }),
  };
  const report = useMutation({
    mutationFn: async ({ state, note }: Outcome): Promise<void> =>
      await settle(async () => {
        await clientFor(acting).POST('/v1/loom/runs/{id}/outcome', {
          params: { path: { id: run_id } },
          body: { tool_call_id, state, ...(note === undefined ? {} : { detail: { note } }) },
        });
        return 'done';
      }),
  });
  const answer = useMutation({
    mutationFn: async (content: string): Promise<void> =>
      await settle(async () => {
        const params = { path: { thread_id } };
        await clientFor(acting).POST('/v1/loom/threads/{thread_id}/messages', { params, body: { content } });
        return 'done';
      }),
  });
  return { deciding, report, answer };
}
