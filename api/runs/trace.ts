import { z } from 'zod';
import { Uuid } from '#contract/ids.ts';
import { Trace } from '#contract/run.ts';
import { readTrace, withoutPayloads } from '#loom/trace.ts';
import { aboutRun } from '../server/about.ts';
import { endpoint } from '../routing/endpoint.ts';
import { visibleRun } from './visible-run.ts';

export const getTrace = endpoint({
  operation: 'getTrace',
  summary: 'Get a run with its model turns and what the agent did in them',
  method: 'get',
  path: '/v1/loom/runs/{id}/trace',
  access: 'subject',
  noun: 'run',
  params: z.object({ id: Uuid }),
  status: 200,
  data: Trace,
  async handle({ services, caller, params }) {
    const { db, requestLog } = services;
    const run = await visibleRun(services, caller, params.id);
    await requestLog.flush();
    const trace = await readTrace(db, run);
    const sees = caller.mode === 'relay' || caller.full_trace === true;
    return { data: sees ? trace : withoutPayloads(trace), about: aboutRun(run) };
  },
});
