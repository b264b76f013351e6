import { useQuery } from '@tanstack/react-query';
import { api } from '../api/client.ts';
import { listQuery } from '../api/list-query.ts';
import type { Passkey } from '../api/schema.ts';
import { useSession } from '../session/session.ts';
import { hasPasskeys } from './has-passkeys.ts';

/** The passkeys of the person who is signed in at the company; of all people for a session that a key has opened. */
export const passkeysQuery = listQuery<Passkey>({
  queryKey: ['passkeys'],
  load: (cursor, signal) =>
    api.GET('/v1/passkeys', { params: { query: cursor === undefined ? {} : { cursor } }, signal }),
});

/** Whether the person can sign decisions: they are signed in at the company, and have a passkey. */
export function useCanSign(): boolean {
  const { at_provider } = useSession();
  const { data } = useQuery({
    queryKey: ['passkeys', 'own'],
    enabled: at_provider && hasPasskeys(),
    queryFn: async ({ signal }) => await api.GET('/v1/passkeys', { params: { query: { limit: 1 } }, signal }),
  });
  return at_provider && (data?.data?.data.length ?? 0) > 0;
}
