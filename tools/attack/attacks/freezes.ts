import { setTimeout as sleep } from 'node:timers/promises';
import { serveLoopback } from '#tools/dev/loopback-server.ts';
import { type Attack, expectThat } from '../attack.ts';
import { silentPatch } from '../silent-patch.ts';
import type { AttackStack } from '../stack/attack-stack.ts';
import type { Tenant } from '../tenant.ts';

interface HeldCall {
  tool_call_id: string;
  frozen?: { scope: string };
}

interface TracedCall {
  status: string;
  error?: { code: string };
}

/** How long a host takes to answer, in ms: long enough for calls to be on their way when the freeze comes. */
const answerMs = 20;
const inTurn = 8;
const mostPolls = 600;
const pollMs = 50;
const workspace = { scope: 'workspace' };
const reason = 'An account was taken over.';

/** A workspace whose host counts what arrives, and an agent that pays. */
async function withHost<Result>(
  stack: AttackStack,
  gate: 'confirm' | undefined,
  work: (about: { tenant: Tenant; agent: string; connection: string; arrivals: number[] }) => Promise<Result>,
): Promise<Result> {
  const arrivals: number[] = [];
  const host = await serveLoopback(async (_, response) => {
    arrivals.push(performance.now());
    await sleep(answerMs);
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"ok":true}');
  });
  try {
    const tenant = await stack.newTenant();
    const connection = await tenant.connect('bank', host.url);
    const pay = silentPatch({ key: 'pay', request: { method: 'POST', path: '/pay' } });
    await tenant.must('POST', '/v1/patches', { body: pay });
    const agent = await tenant.publish([], { patches: [{ ref: 'pay@1', ...(gate && { gate }) }] });
    return await work({ tenant, agent, connection, arrivals });
  } finally {
    await host.stop();
  }
}

/** @throws {Error} if something has not happened within half a minute */
async function until<Found>(what: string, find: () => Promise<Found | undefined>): Promise<Found> {
  for (let polls = 0; polls < mostPolls; polls += 1) {
    const found = await find();
    if (found !== undefined) return found;
    await sleep(pollMs);
  }
  throw new Error(`${what} has not happened`);
}

async function heldIn(tenant: Tenant, runId: string): Promise<HeldCall | undefined> {
  const run = await tenant.must<{ pending_confirmations?: HeldCall[] }>('GET', `/v1/loom/runs/${runId}`);
  return run.pending_confirmations?.[0];
}

async function callsOf(tenant: Tenant, runId: string): Promise<TracedCall[]> {
  const path = `/v1/loom/runs/${runId}/trace`;
  const { turns } = await tenant.must<{ turns: { tool_calls: TracedCall[] }[] }>('GET', path);
  return turns.flatMap(({ tool_calls }) => tool_calls);
}

/** Attacks on a freeze: calls that are sent although it was confirmed, and callers who set or lift one that is not theirs. */
export const freezes: Attack[] = [
  {
    name: 'a call approved while it is frozen',
    run: async (stack) =>
      await withHost(stack, 'confirm', async ({ tenant, agent, arrivals }) => {
        const { runId } = await tenant.post(agent, '/call pay {"amount":82000}\n---\n/say done');
        await tenant.settled(runId);
        const held = await heldIn(tenant, runId);
        expectThat(held !== undefined, 'nothing is held');
        await tenant.must('PUT', '/v1/freeze', { body: { ...workspace, reason } });
        const body = { tool_call_id: held.tool_call_id, decision: 'approve' };
        const approve = async (actor: string) =>
          await tenant.request('POST', `/v1/loom/runs/${runId}/confirm`, {
            body,
            headers: { 'service-actor': actor },
          });
        const first = await approve('ann');
        expectThat(first.status === 202, `the approval was answered with ${first.status}`);
        await until('the freeze of the call', async () => (await heldIn(tenant, runId))?.frozen);
        // The same approval once more changes nothing, and there is no other one to give.
        const again = await approve('ann');
        expectThat(again.status === 202, `the same approval again was answered with ${again.status}`);
        const other = await approve('bob');
        expectThat(other.code === 'unknown_confirmation', `approved by another: ${other.status}`);
        const early: number = arrivals.length;
        expectThat(early === 0, 'the frozen call was sent');
        await tenant.must('DELETE', '/v1/freeze?scope=workspace');
        await tenant.settled(runId);
        const sent: number = arrivals.length;
        expectThat(sent === 1, `sent ${sent} times after the freeze was lifted`);
        return 'held with its approval, and sent once after the freeze was lifted';
      }),
  },
  {
    name: 'calls whose freeze comes between their record and their sending',
    run: async (stack) =>
      await withHost(stack, undefined, async ({ tenant, agent, arrivals }) => {
        const script = Array.from({ length: inTurn }, (_, id) => `/call pay {"amount":${id + 1}}`).join('\n');
        const posts = Array.from({ length: inTurn }, async () => await tenant.post(agent, script));
        const runs = await Promise.all(posts);
        await until('a sending', async () => await Promise.resolve(arrivals[0]));
        const { in_flight } = await tenant.must<{ in_flight: number }>('PUT', '/v1/freeze', {
          body: { ...workspace, reason },
        });
        const frozenAt = performance.now();
        for (const { runId } of runs) await tenant.settled(runId);
        const later = arrivals.filter((at) => at > frozenAt).length;
        expectThat(later <= in_flight, `${later} sent after the response, which counted ${in_flight}`);
        const calls = (await Promise.all(runs.map(async ({ runId }) => await callsOf(tenant, runId)))).flat();
        const frozen = calls.filter(({ error }) => error?.code === 'frozen').length;
        const made = calls.filter(({ status }) => status === 'ok').length;
        expectThat(frozen > 0, 'the freeze came after all calls');
        expectThat(made === arrivals.length, `${arrivals.length} sent, ${made} recorded as made`);
        return `${made} made, ${frozen} frozen; ${later} arrived after the response, which counted ${in_flight}`;
      }),
  },
  {
    name: "freezing and lifting by another workspace's ids",
    run: async (stack) =>
      await withHost(stack, undefined, async ({ tenant, agent, connection, arrivals }) => {
        const attacker = await stack.newTenant();
        const account = { iban: 'DE89370400440532013000' };
        const payee = await tenant.must<{ id: string }>('POST', '/v1/payees', { body: { account } });
        const targets = [
          { scope: 'connection', id: connection },
          { scope: 'payee', id: payee.id },
          { scope: 'agent', id: 'attack' },
        ];
        const codes: (string | undefined)[] = [];
        for (const target of targets) {
          const body = { ...target, reason };
          codes.push((await attacker.request('PUT', '/v1/freeze', { body })).code);
          await tenant.must('PUT', '/v1/freeze', { body });
          const query = new URLSearchParams(target).toString();
          codes.push((await attacker.request('DELETE', `/v1/freeze?${query}`)).code);
        }
        expectThat(
          codes.every((code) => code === 'not_found'),
          `answered with ${codes.join()}`,
        );
        await attacker.must('PUT', '/v1/freeze', { body: { ...workspace, reason } });
        await attacker.must('DELETE', '/v1/freeze?scope=workspace');
        const listed = await tenant.must<unknown[]>('GET', '/v1/freeze');
        expectThat(listed.length === targets.length, `${listed.length} of ${targets.length} are left`);
        const { runId } = await tenant.post(agent, '/call pay {"amount":1}\n---\n/say done');
        await tenant.settled(runId);
        const [call] = await callsOf(tenant, runId);
        expectThat(call?.error?.code === 'frozen' && arrivals.length === 0, 'a freeze was lifted');
        return `not_found ${codes.length} times, and the freezes hold`;
      }),
  },
  {
    name: 'a session token that freezes, lists and lifts',
    run: async (stack) =>
      await withHost(stack, undefined, async ({ tenant, agent, arrivals }) => {
        const token = await (await tenant.signer())('mallory', { actor: 'mallory' });
        const tries = async () => [
          (await tenant.request('PUT', '/v1/freeze', { token, body: { ...workspace, reason } })).status,
          (await tenant.request('GET', '/v1/freeze', { token })).status,
          (await tenant.request('DELETE', '/v1/freeze?scope=workspace', { token })).status,
        ];
        const before = await tries();
        expectThat((await tenant.must<unknown[]>('GET', '/v1/freeze')).length === 0, 'it froze');
        await tenant.must('PUT', '/v1/freeze', { body: { ...workspace, reason } });
        const statuses = [...before, ...(await tries())];
        expectThat(
          statuses.every((status) => status === 403),
          `answered with ${statuses.join()}`,
        );
        const { runId } = await tenant.post(agent, '/call pay {"amount":1}\n---\n/say done');
        await tenant.settled(runId);
        expectThat(arrivals.length === 0, 'it lifted the freeze');
        return `403 ${statuses.length} times`;
      }),
  },
];
