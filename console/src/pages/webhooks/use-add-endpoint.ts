import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, dataOf } from '../../api/client.ts';
import type { EndpointSettings } from './endpoint-settings.ts';
import { endpointsQuery } from './queries.ts';

/** Adds an endpoint. Returns its secret, which the API returns only once. */
export function useAddEndpoint() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (body: EndpointSettings) => {
      const made = dataOf(await api.POST('/v1/webhook-endpoints', { body }));
      // The secret of an endpoint that another person has to approve is shown now too.
      return 'operation' in made ? { id: made.target.id, secret: made.secret ?? '' } : made;
    },
    onSuccess: async () => await queries.invalidateQueries({ queryKey: endpointsQuery.options.queryKey }),
  });
}
