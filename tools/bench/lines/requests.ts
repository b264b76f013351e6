import { converse, startThread } from '#clients/raw/conversation.ts';
import { toMicrocredits } from '#contract/credits.ts';
import { createWorkspace } from '#store/credentials/workspaces.ts';
import { measure, type Work } from '../measure.ts';
import type { Bench } from '../start-bench.ts';
import type { Row, Table } from '../tables.ts';

/** As many streams of events as a subject may have open on a process. */
const mostStreams = 50;

/** Requests at 32 and 128 clients, authenticated and recorded: a read, a lookup, and those that the service's own limits refuse. */
export async function* measureRequests(bench: Bench): AsyncGenerator<Table> {
  const { client, db } = bench;
  const thread = await startThread(client);
  const run = await converse(client, thread, 'Hello');
  const read = `/v1/loom/runs/${run.id}`;
  const stream = `/v1/loom/threads/${thread}/events`;
  const poor = await createWorkspace(db, {
    name: 'poor',
    credits: toMicrocredits(1),
    rate_limit_per_minute: 1,
  });
  const limited = client.with({ apiKey: poor.api_key });
  const closing = new AbortController();
  const { signal } = closing;
  const open = await Promise.all(
    Array.from({ length: mostStreams }, async () => await client.open('GET', stream, { signal })),
  );
  for (const { body } of open) void drain(body);
  const refused = async (by: typeof client, path: string) => {
    const { status } = await by.send('GET', path);
    // Each minute admits one.
    if (status !== 429 && status !== 404)
      throw new Error(`a request that should be refused was answered with ${status}`);
  };
  await limited.send('GET', read);
  const works: Work[] = [
    { what: 'GET /v1/loom/runs/{id}', work: async () => void (await client.call('GET', read)) },
    {
      what: 'POST /v1/identify',
      work: async () => {
        await client.call('POST', '/v1/identify', { json: { iban: 'DE89370400440532013000' } });
      },
    },
    { what: '429, the rate is used up', work: async () => await refused(limited, read) },
    { what: '429, too many streams are open', work: async () => await refused(client, stream) },
  ];
  const rows: Row[] = [];
  for (const clients of [32, 128])
    rows.push(...(await measure(bench, { clients, count: bench.size(5000) }, works)));
  closing.abort();
  yield { title: 'Requests', rows };
}

/** Reads what arrives, and forgets it, until it is aborted. */
async function drain(body: AsyncIterable<Uint8Array> | null): Promise<void> {
  try {
    for await (const _ of body ?? []);
  } catch {
    // Aborted.
  }
}
