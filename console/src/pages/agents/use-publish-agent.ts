import { useMutation } from '@tanstack/react-query';
import { api, madeOf } from '../../api/client.ts';
import type { Agent, AgentDefinition } from '../../api/schema.ts';
import { useToasts } from '../../ui/toast.tsx';

/** Publishes an agent, and shows its warnings. */
export function usePublishAgent(onPublished: (agent: Agent) => Promise<void>) {
  const toasts = useToasts();
  return useMutation({
    mutationFn: async (body: AgentDefinition) => madeOf(await api.POST('/v1/agents', { body })),
    onSuccess: async (agent) => {
      for (const { message } of agent.warnings ?? []) toasts.warned('Published, with a warning', message);
      await onPublished(agent);
    },
  });
}
