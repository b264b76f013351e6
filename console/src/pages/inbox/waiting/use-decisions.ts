import { useQueryClient } from '@tanstack/react-query';
import type { Deciding } from '../../../approvals/deciding.ts';
import { decide, type Decision, revise, type Revision, withdraw } from '../../../approvals/decide.ts';
import { DecidedAlready } from '../../../approvals/decided-already.ts';
import { tellingOutcome } from '../../../approvals/telling-outcome.ts';
import type { ListQuery } from '../../../api/list-query.ts';
import type { Approval } from '../../../api/schema.ts';
import { approvalsKey } from '../../../inbox-news/approvals-key.ts';
import { useToasts } from '../../../ui/toast.tsx';
import { titleOf } from '../../../approvals/title-of.ts';

/** The version that a person has read before deciding. */
interface Shown {
  digest?: string | undefined;
}

/** The actions on held writes of a list, and the item that is shown next. */
export function useDecisions({
  items,
  query,
  onGoTo,
  onLost,
}: {
  items: readonly Approval[];
  /** The query of the list. */
  query: ListQuery<Approval>;
  onGoTo: (item: Approval | undefined) => void;
  /** Somebody else was faster; the text says who. */
  onLost: (text: string) => void;
}) {
  const queryClient = useQueryClient();
  const toasts = useToasts();
  /** The current version of an item. */
  const readAgain = async (id: string): Promise<Approval | undefined> => {
    await queryClient.invalidateQueries({ queryKey: approvalsKey });
    const list = queryClient.getQueryData(query.options.queryKey);
    return list?.pages.flatMap(({ data }) => data).find(({ tool_call_id }) => tool_call_id === id);
  };
  /** From what is settled to what comes next. Stays with a call that needs more approvals. */
  const goOn = async ({ tool_call_id }: Approval, successorId = tool_call_id): Promise<void> => {
    const at = items.findIndex((item) => item.tool_call_id === tool_call_id);
    const next = items[at + 1] ?? items[at - 1];
    onGoTo((await readAgain(successorId)) ?? next);
  };
  const attempt = async (item: Approval, act: () => Promise<void>): Promise<void> => {
    try {
      await act();
    } catch (error) {
      if (!(error instanceof DecidedAlready)) throw error;
      onLost(`${titleOf(item)}: ${error.message}`);
      // The shown item stays, with its outcome.
      await readAgain(item.tool_call_id);
    }
  };
  const settle = async (item: Approval, decision: Decision, { digest }: Shown = item): Promise<void> =>
    await attempt(item, async () => {
      const { heldStill } = await decide({ ...item, digest }, decision, actingFor(item));
      tellingOutcome(toasts, item, { ...decision, heldStill });
      await goOn(item);
    });
  const correct = async (item: Approval, revision: Revision, { digest }: Shown = item): Promise<void> =>
    await attempt(item, async () => {
      const successorId = await revise({ ...item, digest }, revision, actingFor(item));
      toasts.done('Corrected', titleOf(item));
      await goOn(item, successorId);
    });
  const takeBack = async (item: Approval): Promise<void> =>
    await attempt(item, async () => {
      await withdraw(item, actingFor(item));
      toasts.done('Withdrawn', titleOf(item));
      await goOn(item);
    });
  const decidingOn = (item: Approval): Deciding => ({
    decide: async (decision, shown) => await settle(item, decision, shown),
    revise: async (revision, shown) => await correct(item, revision, shown),
    withdraw: async () => await takeBack(item),
  });
  return { settle, correct, takeBack, decidingOn, goOn };
}

function actingFor({ subject_ref }: Approval): { as: 'console'; subject: string } {
  return { as: 'console', subject: subject_ref };
}
