import { erasureWorkflowId } from '#contract/temporal/names.ts';
import { converse, startThread } from '#clients/raw/conversation.ts';
import { erase, erased } from '../support/erasures.ts';
import type { Scenario } from './scenario.ts';

/** The path of an erasure: runs are cancelled and waited for, what is in flight is waited for, and it ends. */
export const erasureScenarios: Scenario[] = [
  {
    name: 'subject-erased',
    play: async (client) => {
      await converse(client, await startThread(client), '/call ask_user {"question":"?"}');
      const { data } = await erase(client, 'recorded');
      await erased(client, data.id);
      return data.id;
    },
    workflowId: erasureWorkflowId,
  },
];
