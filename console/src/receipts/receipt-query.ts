import { queryOptions } from '@tanstack/react-query';
import { clientFor, dataOf } from '../api/client.ts';
import { publishedKeys, verifyStatement } from '../statements/statement.ts';
import type { PlaceInTrace, RunOfReceipts } from './receipts-of.ts';

/** The receipt of a call, whose signature was verified here. */
export const receiptQuery = ({ runId, subject }: RunOfReceipts, place: PlaceInTrace) =>
  queryOptions({
    queryKey: ['receipt', runId, place],
    queryFn: async ({ signal }) => {
      const params = { path: { id: runId }, query: place };
      const client = clientFor({ as: 'console', subject });
      const { jws } = dataOf(await client.GET('/v1/loom/runs/{id}/receipt', { params, signal }));
      const keys = await publishedKeys(signal);
      return { jws, ...(await verifyStatement(keys, 'call-receipt+json', jws)) };
    },
  });
