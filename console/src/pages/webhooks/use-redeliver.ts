import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { useToasts } from '../../ui/toast.tsx';
import { deliveriesQuery } from './queries.ts';

/** Sends an event to an endpoint again. */
export function useRedeliver(endpointId: string) {
  const queries = useQueryClient();
  const toasts = useToasts();
  return useMutation({
    mutationFn: async (event_id: string) =>
      await api.POST('/v1/webhook-endpoints/{id}/redeliver', {
        params: { path: { id: endpointId } },
        body: { event_id },
      }),
    onSuccess: async () => {
      toasts.done('The event is sent again');
      await queries.invalidateQueries({ queryKey: deliveriesQuery(endpointId).options.queryKey });
    },
    onError: (error) => toasts.failed('Not sent again', error),
  });
}
