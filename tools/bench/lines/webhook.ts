import { json } from 'node:stream/consumers';
import { toMicrocredits } from '#contract/credits.ts';
import { serveLoopback } from '#tools/dev/loopback-server.ts';
import { createWorkspace } from '#store/credentials/workspaces.ts';
import { Arrivals } from '../arrivals.ts';
import { measure } from '../measure.ts';
import type { Bench } from '../start-bench.ts';
import type { Table } from '../tables.ts';
import { turns } from '../turns.ts';

/** Plain turns with a webhook endpoint, beside plain turns without one. */
export async function* measureWebhook(bench: Bench): AsyncGenerator<Table> {
  const arrivals = new Arrivals();
  const receiver = await serveLoopback(async (request, response) => {
    arrivals.note((await json(request)) as { created_at: string });
    response.writeHead(204).end();
  });
  const { api_key } = await createWorkspace(bench.db, {
    name: 'webhook',
    credits: toMicrocredits(1_000_000),
    rate_limit_per_minute: 1_000_000,
  });
  const client = bench.client.with({ apiKey: api_key });
  const endpoint = { url: `${receiver.url}/`, events: ['message.completed'] };
  await client.call('POST', '/v1/webhook-endpoints', { json: endpoint });
  const told = await turns(client, 1, 'plain turn, one webhook');
  const rows = await measure(bench, { clients: 1, count: bench.size(60) }, [
    await turns(bench.client, 1),
    {
      ...told,
      prepare: (count) => Promise.resolve(arrivals.expect(count)),
      finish: async () => await arrivals.all(),
    },
  ]);
  Object.assign(rows.at(-1) ?? {}, arrivals.cells());
  await receiver.stop();
  yield { title: 'Webhooks', rows };
}
