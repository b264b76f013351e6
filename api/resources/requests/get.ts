import { z } from 'zod';
import { notFound } from '#contract/errors.ts';
import { Uuid } from '#contract/ids.ts';
import { RequestRecord } from '#contract/request.ts';
import type { Database } from '#store/mongo/database.ts';
import { findRequest, toRequestRecord } from '#store/requests/requests.ts';
import { endpoint } from '../../http/endpoint/endpoint.ts';
import type { RequestLog } from '../../http/middleware/request-log.ts';

export const getRequest = endpoint({
  operation: 'getRequest',
  summary: 'Get the record of a request by its Request-Id',
  method: 'get',
  path: '/v1/requests/{id}',
  access: 'management',
  noun: 'request',
  role: 'viewer',
  params: z.object({ id: Uuid }),
  status: 200,
  data: RequestRecord,
  async handle({ requestLog, db }: { requestLog: RequestLog; db: Database }, { caller, params }) {
    await requestLog.flush();
    const document = await findRequest(db, caller.workspace_id, params.id);
    if (document === null) throw notFound('request');
    return { data: toRequestRecord(document) };
  },
});
