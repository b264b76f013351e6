import { queryOptions, useQuery } from '@tanstack/react-query';
import type { Approval } from '../api/schema.ts';
import { settledBy } from './decide.ts';

const settledByQuery = (item: Approval) =>
  queryOptions({
    queryKey: ['settled-by', item.tool_call_id],
    queryFn: async ({ signal }) =>
      await settledBy(item, { as: 'console', subject: item.subject_ref }, signal),
  });

/** A sentence about who settled a call; undefined until it is known. */
export function useSettledBy(item: Approval): string | undefined {
  return useQuery(settledByQuery(item)).data;
}

/** Shows who settled the call on the page. */
export function SettledBy({ item }: { item: Approval }) {
  return (
    <p role="status" className="mt-3 text-sm">
      {useSettledBy(item)}
    </p>
  );
}
