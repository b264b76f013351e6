import { serveLoopback } from '#tools/dev/loopback-server.ts';
import { type Attack, expectThat, whileLoopsAreWatched } from '../attack.ts';
import { readable, startOddHost, unclear, unreadable } from '../odd-host.ts';
import { silentPatch } from '../silent-patch.ts';
import type { AttackStack } from '../stack/attack-stack.ts';

interface Trace {
  turns: {
    tool_calls: { status: string; result?: Record<string, unknown>; error?: { code: string } }[];
  }[];
}

const mostCalls = 64;

/** A patch that pays, once for an IBAN, an invoice and an amount. */
const pay = silentPatch({
  key: 'pay',
  input_schema: {
    type: 'object',
    properties: {
      how: { type: 'string' },
      iban: { type: 'string' },
      invoice: { type: 'string' },
      amount: { type: ['number', 'string'] },
      currency: { type: ['string', 'null'], default: 'EUR' },
    },
  },
  reliability: { idempotent: false, retry: 'none', key: ['/iban', '/invoice', '/amount', '/currency'] },
});

/** Ways to write one IBAN, one invoice, one amount and the default of a currency. */
const spellings: [iban: string, invoice: string, amount: number | string, currency?: string | null][] = [
  ['DE89 3704 0044 0532 0130 00', 'RE-2026/0042', 1250.5],
  ['de89370400440532013000', 're-2026/0042', '1,250.50', 'EUR'],
  ['DE89-3704-0044-0532-0130-00', 'RE 2026 0042', '1.2505e3', null],
  ['DE٨٩٣٧٠٤٠٠٤٤٠٥٣٢٠١٣٠٠٠', 'RE-2026\u3164/0042', '١٢٥٠.٥٠', 'EUR'],
];

/** Has a host that answers oddly asked for each payment of a script, one thread for each way to answer. */
async function payOddly(stack: AttackStack, ways: string[], scriptOf: (how: string) => string[]) {
  const host = await startOddHost();
  try {
    const tenant = await stack.newTenant();
    await tenant.connect('bank', host.url);
    const agent = await tenant.publish([pay]);
    const runs = ways.map(async (how): Promise<[string, Trace['turns'][number]['tool_calls']]> => {
      const { runId } = await tenant.post(agent, [...scriptOf(how), '/say done'].join('\n---\n'));
      await tenant.settled(runId);
      const { turns } = await tenant.must<Trace>('GET', `/v1/loom/runs/${runId}/trace`);
      return [how, turns.flatMap(({ tool_calls }) => tool_calls)];
    });
    return { made: new Map(await Promise.all(runs)), payments: host.payments };
  } finally {
    await host.stop();
  }
}

const callOf = (how: string, [iban, invoice, amount, currency] = spellings[0] ?? []) =>
  `/call pay ${JSON.stringify({ how, iban, invoice, amount, currency })}`;

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
  {
    name: 'answers of a host that has paid, in forms that could be taken for failures',
    run: async (stack) => {
      const ways = [readable, unreadable, unclear].flatMap((answers) => Object.keys(answers));
      const { made, payments } = await payOddly(stack, ways, (how) => [callOf(how, spellings[0])]);
      for (const [how, [call]] of made) {
        const end = `${call?.error?.code ?? call?.status} ${JSON.stringify(call?.result)}`;
        if (how in readable) expectThat(call?.result?.['paid'] === 'to Jürgen', `${how}: ${end}`);
        else if (how in unreadable) expectThat(call?.result?.['unreadable'] === true, `${how}: ${end}`);
        else expectThat(call?.error?.code === 'outcome_unknown', `${how}: ${end}`);
        expectThat(how in unclear || call?.status === 'ok', `${how}: ${end}`);
      }
      expectThat(payments.length === ways.length, `${payments.length} payments of ${ways.length} calls`);
      return `${ways.length} answers: ok, or outcome_unknown; each was asked for once`;
    },
  },
  {
    name: 'a payment made again after each unclear answer, with its IBAN, invoice and amount spelled differently',
    run: async (stack) => {
      const ways = [readable, unreadable, unclear].flatMap((answers) => Object.keys(answers));
      const { made, payments } = await payOddly(stack, ways, (how) =>
        spellings.map((spelling) => callOf(how, spelling)),
      );
      for (const [how, [, ...again]] of made) {
        const ends = again.map(({ status, error }) => error?.code ?? status).join();
        const wanted = again.map(() => (how in unclear ? 'repeat_refused' : 'ok')).join();
        expectThat(
          again.length === spellings.length - 1 && ends === wanted,
          `after ${how}, the repetitions ended as ${ends}`,
        );
      }
      expectThat(payments.length === ways.length, `${payments.length} payments of ${ways.length} invoices`);
      return `${ways.length} payments, ${(spellings.length - 1) * ways.length} repetitions, none of them sent`;
    },
  },
  {
    name: 'a payment held again after an unclear answer, in another spelling, to be approved as a new one',
    run: async (stack) => {
      const host = await startOddHost();
      try {
        const tenant = await stack.newTenant();
        await tenant.connect('bank', host.url);
        await tenant.must('POST', '/v1/patches', { body: pay });
        const agent = await tenant.publish([], { patches: [{ ref: 'pay@1', gate: 'confirm' }] });
        const script = spellings.slice(0, 2).map((spelling) => callOf('303', spelling));
        const { runId, threadId } = await tenant.post(agent, [...script, '/say done'].join('\n---\n'));
        const held = async () => {
          await tenant.settled(runId);
          const thread = await tenant.must<{
            pending_confirmation?: { tool_call_id: string; repeats?: { status: string } };
          }>('GET', `/v1/loom/threads/${threadId}`);
          expectThat(thread.pending_confirmation !== undefined, 'nothing is held');
          return thread.pending_confirmation;
        };
        const { tool_call_id } = await held();
        await tenant.must('POST', `/v1/loom/runs/${runId}/confirm`, {
          body: { tool_call_id, decision: 'approve' },
        });
        const { repeats } = await held();
        expectThat(repeats?.status === 'unknown', `shown as ${JSON.stringify(repeats)}`);
        return 'shown as a repetition of a call whose outcome is unknown';
      } finally {
        await host.stop();
      }
    },
  },
];
