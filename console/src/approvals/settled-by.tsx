import { queryOptions, useQuery } from '@tanstack/react-query';
import type { Approval } from '../api/schema.ts';
import { settledBy } from './decide.ts';

/** Who settled a call, in words. */
const settledByQuery = (item: Approval) =>
  queryOptions({
    queryKey: ['settled-by', item.tool_call_id],
    queryFn: async ({ signal }) =>
      await settledBy(item, { as: 'console', subject: item.subject_ref }, signal),
  });

/** Who settled what one was looking at. */
export function SettledBy({ item }: { item: Approval }) {
  const { data } = useQuery(settledByQuery(item));
  return (
    <p role="status" className="mt-3 text-sm">
      {data}
    </p>
  );
}
