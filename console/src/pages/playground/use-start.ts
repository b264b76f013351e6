import { useMutation } from '@tanstack/react-query';
import { clientFor, dataOf } from '../../api/client.ts';
import { defined } from '#contract/defined.ts';
import type { Context } from '#contract/context.ts';
import type { Action } from './curl.ts';

interface NewStart {
  agentId: string;
  /** The facts that a backend would give. */
  context?: Context | undefined;
  content: string;
}

function bodyOf(agent_id: string, context: Context | undefined) {
  return { agent_id, ...defined({ context }) };
}

/** Creates a thread of a subject, to be followed before its first message is sent. */
export function useStart(
  subject: string,
  {
    onAction,
    onStarted,
  }: { onAction: (action: Action) => void; onStarted: (thread: string, firstMessage: string) => void },
) {
  return useMutation({
    mutationFn: async ({ agentId, context }: NewStart) => {
      const client = clientFor({ as: 'playground', subject });
      return dataOf(await client.POST('/v1/loom/threads', { body: bodyOf(agentId, context) }));
    },
    onSuccess: ({ id }, { agentId, context, content }) => {
      onAction({
        title: 'Create the thread',
        method: 'POST',
        path: '/v1/loom/threads',
        subject,
        body: bodyOf(agentId, context),
      });
      onStarted(id, content);
    },
  });
}
