import { queryOptions } from '@tanstack/react-query';
import { api } from '../../api/client.ts';

/** The owner of a thread, for an address that does not name it; null if unknown. */
export const ownerQuery = (thread: string) =>
  queryOptions({
    queryKey: ['thread-owner', thread],
    queryFn: async ({ signal }) => {
      const query = { thread_id: thread, limit: 1 };
      const { data } = await api.GET('/v1/events', { params: { query }, signal });
      return data?.data[0]?.context.subject_ref ?? null;
    },
  });
