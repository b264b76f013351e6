import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, dataOf, madeOf } from '../../api/client.ts';
import { useToasts } from '../../ui/toast.tsx';
import type { Endpoint } from './endpoint.ts';
import type { EndpointSettings } from './endpoint-settings.ts';
import { deliveriesQuery, endpointsQuery } from './queries.ts';

/** The actions on an endpoint. Actions without a dialog end with a notice. */
export function useEndpointActions({ id, enabled }: Endpoint, onSecret: (secret: string) => void) {
  const queries = useQueryClient();
  const toasts = useToasts();
  const params = { path: { id } };
  const refresh = async (): Promise<void> =>
    await queries.invalidateQueries({ queryKey: endpointsQuery.options.queryKey });
  const patch = async (body: Partial<EndpointSettings>) =>
    await api.PATCH('/v1/webhook-endpoints/{id}', { params, body });
  const change = useMutation({ mutationFn: patch, onSuccess: refresh });
  const toggle = useMutation({
    mutationFn: async () => await patch({ enabled: !enabled }),
    onSuccess: refresh,
    onError: (error) => toasts.failed('Not changed', error),
  });
  const test = useMutation({
    mutationFn: async () => dataOf(await api.POST('/v1/webhook-endpoints/{id}/test', { params })),
    onSuccess: async ({ status, response_status, error }) => {
      const answered = `HTTP ${response_status}`;
      if (status === 'succeeded') toasts.done('The endpoint accepted a sample', answered);
      else toasts.failed('The endpoint refused a sample', new Error(error?.message ?? answered));
      await queries.invalidateQueries({ queryKey: deliveriesQuery(id).options.queryKey });
    },
    onError: (error) => toasts.failed('The sample was not sent', error),
  });
  const rotate = useMutation({
    mutationFn: async () => dataOf(await api.POST('/v1/webhook-endpoints/{id}/rotate-secret', { params })),
    onSuccess: ({ secret }) => {
      if (secret !== undefined) onSecret(secret);
    },
  });
  const remove = useMutation({
    mutationFn: async () => madeOf(await api.DELETE('/v1/webhook-endpoints/{id}', { params })),
    onSuccess: refresh,
  });
  return { change, test, toggle, rotate, remove };
}
