import { useMutation } from '@tanstack/react-query';
import { clientFor, dataOf } from '../../api/client.ts';
import type { Action } from './curl.ts';

/** Creates a thread of a subject, to be followed before its first message is sent. */
export function useStart(
  subject: string,
  {
    onAction,
    onStarted,
  }: { onAction: (action: Action) => void; onStarted: (thread: string, firstMessage: string) => void },
) {
  return useMutation({
    mutationFn: async ({ agentId }: { agentId: string; content: string }) => {
      const client = clientFor({ as: 'playground', subject });
      return dataOf(await client.POST('/v1/loom/threads', { body: { agent_id: agentId } }));
    },
    onSuccess: ({ id }, { agentId, content }) => {
      onAction({
        title: 'Create the thread',
        method: 'POST',
        path: '/v1/loom/threads',
        subject,
        body: { agent_id: agentId },
      });
      onStarted(id, content);
    },
  });
}
