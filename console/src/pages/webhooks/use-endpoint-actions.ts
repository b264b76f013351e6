import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, dataOf } from '../../api/client.ts';
import { useToasts } from '../../ui/toast.tsx';
import type { Endpoint } from './endpoint.ts';
import type { EndpointSettings } from './endpoint-form.tsx';
import { deliveriesKey, endpointsKey } from './queries.ts';

/** What can be done with an endpoint. The mutations tell what came of it; the others are of dialogs, which tell errors. */
export function useEndpointActions({ id, enabled }: Endpoint, onSecret: (secret: string) => void) {
  const queries = useQueryClient();
  const toasts = useToasts();
  const params = { path: { id } };
  const refresh = async (): Promise<void> => await queries.invalidateQueries({ queryKey: endpointsKey });
  const change = async (body: Partial<EndpointSettings>): Promise<void> => {
    await api.PATCH('/v1/webhook-endpoints/{id}', { params, body });
    await refresh();
  };
  const test = useMutation({
    mutationFn: async () => dataOf(await api.POST('/v1/webhook-endpoints/{id}/test', { params })),
    onSuccess: async ({ status, response_status, error }) => {
      const answered = `HTTP ${response_status}`;
      if (status === 'succeeded') toasts.done('The endpoint accepted a sample', answered);
      else toasts.failed('The endpoint refused a sample', new Error(error?.message ?? answered));
      await queries.invalidateQueries({ queryKey: deliveriesKey(id) });
    },
    onError: (error) => toasts.failed('The sample was not sent', error),
  });
  const toggle = useMutation({
    mutationFn: async () => await change({ enabled: !enabled }),
    onError: (error) => toasts.failed('Not changed', error),
  });
  const rotate = async (): Promise<void> => {
    const { secret } = dataOf(await api.POST('/v1/webhook-endpoints/{id}/rotate-secret', { params }));
    onSecret(secret);
  };
  const remove = async (): Promise<void> => {
    await api.DELETE('/v1/webhook-endpoints/{id}', { params });
    await refresh();
  };
  return { change, test, toggle, rotate, remove };
}
