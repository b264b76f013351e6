import { z } from 'zod';
import { Uuid } from '#contract/ids.ts';
import { Trace } from '#contract/run.ts';
import type { Keyring } from '#store/credentials/encryption.ts';
import type { Database } from '#store/mongo/database.ts';
import type { EndedRuns } from '#store/runs/ended-runs.ts';
import { readTrace, withoutPayloads, withoutProviderWords, withoutSignatures } from './read-trace.ts';
import { seesWholeTraces, shownTo } from '../../http/authentication/caller.ts';
import { aboutRun } from '../../http/endpoint/about.ts';
import { endpoint } from '../../http/endpoint/endpoint.ts';
import { visibleRun } from './visible-run.ts';
import type { RequestLog } from '../../http/middleware/request-log.ts';

interface TraceServices {
  db: Database;
  keyring: Keyring;
  requestLog: RequestLog;
  endedRuns: EndedRuns;
}

export const getTrace = endpoint({
  operation: 'getTrace',
  summary: 'Get a run with its model turns and their calls',
  method: 'get',
  path: '/v1/loom/runs/{id}/trace',
  access: 'subject',
  noun: 'run',
  role: 'viewer',
  params: z.object({ id: Uuid }),
  status: 200,
  data: Trace,
  async handle({ db, keyring, requestLog, endedRuns }: TraceServices, { caller, params }) {
    const run = await visibleRun(endedRuns, caller, params.id);
    await requestLog.flush();
    const trace = await readTrace(db, keyring, run, shownTo(caller));
    const shown = caller.mode === 'relay' ? trace : withoutSignatures(withoutProviderWords(trace));
    return { data: seesWholeTraces(caller) ? shown : withoutPayloads(shown), about: aboutRun(run) };
  },
});
