import { z } from 'zod';
import { Uuid } from '#contract/ids.ts';
import { defaultPage, pageQuery } from '#contract/pagination.ts';
import { queryInteger } from '#contract/query-integer.ts';
import { products, RequestRecord } from '#contract/request.ts';
import { listRequests as list, toRequestRecord } from '#store/requests/requests.ts';
import { endpoint } from '../routing/endpoint.ts';
import { answerPage } from '../pagination/page.ts';

const httpStatus = queryInteger({
  pattern: /^[1-5]\d\d$/,
  message: 'must be an HTTP status',
  bounds: { minimum: 100, maximum: 599 },
});

export const listRequests = endpoint({
  operation: 'listRequests',
  summary: 'List the requests of the last 30 days, each once it is answered',
  method: 'get',
  path: '/v1/requests',
  access: 'management',
  noun: 'request',
  query: z.strictObject({
    ...pageQuery(defaultPage),
    run_id: Uuid.optional(),
    product: z.enum(products).optional(),
    status: httpStatus.optional(),
  }),
  status: 200,
  data: z.array(RequestRecord),
  page: defaultPage,
  async handle({ services, caller, query }) {
    const { db, cursors, requestLog } = services;
    const { workspace_id } = caller;
    const { run_id, product, status } = query;
    const filter = {
      workspace_id,
      ...(run_id === undefined ? {} : { run_id }),
      ...(product === undefined ? {} : { product }),
      ...(status === undefined ? {} : { status }),
    };
    await requestLog.flush();
    return await answerPage(
      {
        cursors,
        bounds: defaultPage,
        query,
        scope: ['requests', workspace_id, run_id, product, status?.toString()],
      },
      async (limit, after?: string) => await list(db, filter, limit, after),
      (documents) => documents.map(toRequestRecord),
    );
  },
});
