import { text } from 'node:stream/consumers';
import { serveLoopback } from '#tools/dev/loopback-server.ts';
import { type Attack, expectThat, whileLoopsAreWatched } from '../attack.ts';
import { silentPatch } from '../silent-patch.ts';

/** Attacks on the time of others: nothing that a tenant sends may block an event loop. */
export const time: Attack[] = [
  {
    name: '16,000 headers of a connection',
    run: async (stack) => {
      const tenant = await stack.newTenant();
      const headers = Object.fromEntries(
        Array.from({ length: 16_000 }, (_, index) => [`x-header-${index}`, 'value']),
      );
      const { result, held } = await whileLoopsAreWatched(stack, () =>
        tenant.request('POST', '/v1/connections', {
          body: { name: 'many', base_url: stack.echoHost.url, auth: { type: 'none' }, headers },
        }),
      );
      expectThat(result.status === 422, `answered with ${result.status}`);
      return `422 ${result.code}; ${held}`;
    },
  },
  refusedBody('250,000 types of events of a webhook endpoint', '/v1/webhook-endpoints', {
    url: 'https://host.example',
    events: Array.from({ length: 250_000 }, () => 1),
  }),
  refusedBody(
    '140,000 labels of a thread',
    '/v1/loom/threads',
    `{"agent_id":"a","metadata":{${Array.from({ length: 140_000 }, () => '"":1').join()}}}`,
  ),
  refusedBody('a body that is nested 500,000 levels deep', '/v1/agents', '['.repeat(500_000)),
  {
    name: 'templates that name 80 arguments of a schema of 550 parts',
    run: async (stack) => {
      const tenant = await stack.newTenant();
      const parts = Array.from({ length: 550 }, (_, index) => ({ properties: { [`a${index}`]: {} } }));
      const query = Object.fromEntries(
        Array.from({ length: 60 }, (_, index) => [`q${index}`, `{{a${index}}}{{a${index + 20}}}`]),
      );
      const { result, held } = await whileLoopsAreWatched(stack, () =>
        tenant.request('POST', '/v1/patches', {
          body: silentPatch({
            input_schema: { type: 'object', allOf: parts },
            request: { method: 'GET', path: '/', query },
          }),
        }),
      );
      // The thread that checks it may have too little time on a busy machine.
      expectThat([201, 422].includes(result.status), `answered with ${result.status}`);
      return `${result.status}; ${held}`;
    },
  },
  {
    name: 'a pattern that backtracks, in 15 calls of one turn',
    run: async (stack) => {
      const tenant = await stack.newTenant();
      const properties = { a: { type: 'string', pattern: '^(a+)+$' } };
      const agent = await tenant.publish([silentPatch({ input_schema: { type: 'object', properties } })]);
      const calls = `/call lookup {"a":"${'a'.repeat(1000)}!"}\n`.repeat(15);
      const { held } = await whileLoopsAreWatched(stack, async () => {
        const { runId } = await tenant.post(agent, `${calls}---\n/say done`);
        const { state } = await tenant.settled(runId);
        expectThat(state === 'closed', `the run is ${state}`);
      });
      return `told as invalid; ${held}`;
    },
  },
  {
    name: 'answers of 1 MiB to all 64 calls of a turn',
    run: async (stack) => {
      const tenant = await stack.newTenant();
      await using host = await startLargeHost();
      await tenant.connect('large', host.url);
      const agent = await tenant.publish([silentPatch()], { connection: 'large' });
      const { result, held } = await whileLoopsAreWatched(stack, async () => {
        const { threadId, runId } = await tenant.post(
          agent,
          `${'/call lookup {}\n'.repeat(64)}---\n/say done`,
        );
        await tenant.settled(runId);
        const filter = `thread_id=${threadId}&type=tool_call.completed&limit=100`;
        const events = await tenant.must<object[]>('GET', `/v1/events?${filter}`);
        return events.length;
      });
      expectThat(result === 1, `a page has ${result} events of a MiB`);
      return `the model reads the newest, and a page of events has one; ${held}`;
    },
  },
];

/** A host that answers with as many values as it can, and with escapes. */
async function startLargeHost() {
  const names = Array.from({ length: 100_000 }, (_, index) => `"a${index}":1`);
  const body = `{"\\n":1,${names.join()}}`.slice(0, 1024 * 1024);
  const host = await serveLoopback(async (request, response) => {
    await text(request);
    response.writeHead(200, { 'content-type': 'application/json' }).end(body);
  });
  return { url: host.url, [Symbol.asyncDispose]: async () => await host.stop() };
}

/** A body that exceeds a limit: 422, before it is examined. */
function refusedBody(name: string, path: string, body: unknown): Attack {
  return {
    name,
    run: async (stack) => {
      const tenant = await stack.newTenant();
      const { result, held } = await whileLoopsAreWatched(stack, () =>
        tenant.request('POST', path, { body }),
      );
      expectThat(result.status === 422, `answered with ${result.status}`);
      return `422 ${result.code}; ${held}`;
    },
  };
}
