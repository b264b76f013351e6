import { z } from 'zod';
import { Uuid } from '#contract/ids.ts';
import { queryInteger } from '#contract/query-integer.ts';
import { ProductName, RequestRecord } from '#contract/request.ts';
import type { Database } from '#store/mongo/database.ts';
import { listRequests as list, toRequestRecord } from '#store/requests/requests.ts';
import { listEndpoint } from '../../http/pagination/list-endpoint.ts';
import type { RequestLog } from '../../http/middleware/request-log.ts';

const httpStatus = queryInteger({
  pattern: /^[1-5]\d\d$/,
  message: 'must be an HTTP status',
  bounds: { minimum: 100, maximum: 599 },
});

export const listRequests = listEndpoint({
  operation: 'listRequests',
  summary: 'List the requests of the last 30 days, each once it is answered',
  path: '/v1/requests',
  noun: 'request',
  role: 'viewer',
  filters: {
    run_id: Uuid.optional(),
    product: ProductName.optional(),
    status: httpStatus.optional(),
    console_reads: z.enum(['only']).optional().meta({
      description:
        '`only`: the reads by pages of the console. They are frequent, so the list leaves them out otherwise.',
    }),
  },
  item: RequestRecord,
  async read({ db, requestLog }: { db: Database; requestLog: RequestLog }, filter, limit, after) {
    await requestLog.flush();
    return await list(db, filter, limit, after);
  },
  present: toRequestRecord,
});
