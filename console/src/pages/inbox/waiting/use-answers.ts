import { useMutation } from '@tanstack/react-query';
import { clientFor } from '../../../api/client.ts';
import type { Approval } from '../../../api/schema.ts';
import type { Report } from '#heddle-react/proposed-action.tsx';

/** Answers a question, and reports what came of an action. What comes next is shown then. */
export function useAnswers(item: Approval, onDone: () => Promise<void>) {
  const { run_id, thread_id, tool_call_id, subject_ref: subject } = item;
  const client = clientFor({ as: 'console', subject });
  const report = useMutation({
    mutationFn: async ({ state, note }: Report): Promise<void> => {
      await client.POST('/v1/loom/runs/{id}/outcome', {
        params: { path: { id: run_id } },
        body: { tool_call_id, state, ...(note === undefined ? {} : { detail: { note } }) },
      });
    },
    onSuccess: onDone,
  });
  const answer = useMutation({
    mutationFn: async (content: string): Promise<void> => {
      const params = { path: { thread_id } };
      await client.POST('/v1/loom/threads/{thread_id}/messages', { params, body: { content } });
    },
    onSuccess: onDone,
  });
  return { report, answer };
}
