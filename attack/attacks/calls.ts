import { serveLoopback } from '#dev/loopback-server.ts';
import { type Attack, expectThat, whileLoopsAreWatched } from '../attack.ts';
import { silentPatch } from '../silent-patch.ts';

interface Trace {
  turns: { tool_calls: { status: string; error?: { code: string } }[] }[];
}

const mostCalls = 64;

/** Attacks by the calls that an agent makes, and by what their hosts answer. */
export const calls: Attack[] = [
  {
    name: '150 calls in one turn',
    run: async (stack) => {
      const tenant = await stack.newTenant();
      await tenant.connect('echo', stack.echoHost.url);
      const agent = await tenant.publish([silentPatch()]);
      const { result, held } = await whileLoopsAreWatched(stack, async () => {
        const { runId } = await tenant.post(agent, `${'/call lookup {}\n'.repeat(150)}---\n/say done`);
        await tenant.settled(runId);
        return await tenant.must<Trace>('GET', `/v1/loom/runs/${runId}/trace`);
      });
      const made = result.turns.flatMap(({ tool_calls }) => tool_calls);
      const ends = made.map(({ status, error }) => error?.code ?? status);
      const [ok, tooMany] = ['ok', 'too_many_calls'].map((end) => ends.filter((each) => each === end).length);
      expectThat(ok === mostCalls && tooMany === 150 - mostCalls, `the calls ended as ${ends.join()}`);
      return `${ok} ok, ${tooMany} refused as too many; ${held}`;
    },
  },
  {
    name: '64 redaction pointers over an answer of 0.9 MB',
    run: async (stack) => {
      const tenant = await stack.newTenant();
      // Large members rather than many: an answer of very many values is not read at all.
      const answer = JSON.stringify(Array.from({ length: 20_000 }, () => ({ pan: 'x'.repeat(30) })));
      const host = await serveLoopback(async (_, response) => {
        response.writeHead(200, { 'content-type': 'application/json' }).end(answer);
        await Promise.resolve();
      });
      try {
        await tenant.connect('large', host.url);
        const result = Array.from({ length: 64 }, (_, index) => `/${index * 300}/pan`);
        const agent = await tenant.publish([silentPatch({ redact: { result } })]);
        const { held } = await whileLoopsAreWatched(stack, async () => {
          const { runId } = await tenant.post(agent, '/call lookup {}\n---\n/say done');
          const { state } = await tenant.settled(runId);
          expectThat(state === 'closed', `the run is ${state}`);
          await tenant.must('GET', `/v1/loom/runs/${runId}/trace`);
        });
        return held;
      } finally {
        await host.stop();
      }
    },
  },
  {
    name: 'a schema of alternatives of 31 KB, published twenty times',
    run: async (stack) => {
      const tenant = await stack.newTenant();
      const { result, held } = await whileLoopsAreWatched(stack, async () => {
        const statuses = Array.from({ length: 20 }, async (_, copy) => {
          const oneOf = Array.from({ length: 440 }, (__, index) => ({
            properties: { [`a${copy}-${index}`]: { type: 'string', maxLength: index } },
          }));
          const input_schema = { type: 'object', oneOf };
          return (await tenant.request('POST', '/v1/patches', { body: silentPatch({ input_schema }) }))
            .status;
        });
        return await Promise.all(statuses);
      });
      expectThat(
        result.every((status) => [201, 422, 429, 503].includes(status)),
        `answered with ${result.join()}`,
      );
      return `${[...new Set(result)].join()}; ${held}`;
    },
  },
  {
    name: 'a MiB of schemas, called in turn, beside the calls of another workspace',
    run: async (stack) => {
      const [attacker, bystander] = [await stack.newTenant(), await stack.newTenant()];
      await attacker.connect('echo', stack.echoHost.url);
      await bystander.connect('echo', stack.echoHost.url);
      const schemaOf = (patch: number) => ({
        type: 'object',
        properties: Object.fromEntries(
          Array.from({ length: 500 }, (_, index) => [
            `a${patch}-${index}`,
            { type: 'string', maxLength: index },
          ]),
        ),
      });
      const patches = Array.from({ length: 40 }, (_, patch) =>
        silentPatch({ key: `lookup_${patch}`, input_schema: schemaOf(patch) }),
      );
      const agent = await attacker.publish(patches);
      const own = await bystander.publish([silentPatch()]);
      const { result, held } = await whileLoopsAreWatched(stack, async () => {
        const calls = patches.map((_, patch) => `/call lookup_${patch} {}`).join('\n');
        const { runId } = await attacker.post(agent, `${calls}\n---\n${calls}\n---\n/say done`);
        const ends: string[] = [];
        for (let run = 0; run < 5; run += 1) {
          const { runId: beside } = await bystander.post(own, '/call lookup {}\n---\n/say done');
          await bystander.settled(beside);
          const { turns } = await bystander.must<Trace>('GET', `/v1/loom/runs/${beside}/trace`);
          ends.push(...turns.flatMap(({ tool_calls }) => tool_calls.map(({ status }) => status)));
        }
        await attacker.settled(runId);
        return ends;
      });
      expectThat(result.join() === 'ok,ok,ok,ok,ok', `their calls ended as ${result.join()}`);
      return `their calls are ok; ${held}`;
    },
  },
];
