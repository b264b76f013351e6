import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, dataOf } from '../../api/client.ts';
import type { EndpointSettings } from './endpoint-settings.ts';
import { endpointsQuery } from './queries.ts';

/** Adds an endpoint. What it returns has the secret, which is told only then. */
export function useAddEndpoint() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (body: EndpointSettings) => dataOf(await api.POST('/v1/webhook-endpoints', { body })),
    onSuccess: async () => await queries.invalidateQueries({ queryKey: endpointsQuery.options.queryKey }),
  });
}
