import { queryOptions } from '@tanstack/react-query';
import { api, dataOf } from '../api/client.ts';

/**
 * The names of an actor's passkeys, by their ids. People who signed in at the company see those of their own, and nobody those that
 * were revoked.
 */
export const passkeyNamesQuery = (actor: string) =>
  queryOptions({
    queryKey: ['passkeys', 'names', actor],
    queryFn: async ({ signal }) => {
      const answer = await api.GET('/v1/passkeys', { params: { query: { actor, limit: 100 } }, signal });
      return new Map(dataOf(answer).map(({ id, name }) => [id, name]));
    },
  });
