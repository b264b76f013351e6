import { expect, it } from 'vitest';
import { setWorkspaceRate } from '#store/credentials/workspaces.ts';
import { confirm, pendingCall } from '../../support/acting-run.ts';
import { actingPatch, publishActing, startHost } from '../../support/acting.ts';
import type { ApiAnswer, ApiClient } from '../../support/api-client.ts';
import { converse, startThread } from '#clients/raw/conversation.ts';
import { beginLongMinute } from '../../support/long-minute.ts';
import { connect, mcpTarget, register } from '../../support/mcp/oauth-flow.ts';
import { rpc, sendRaw } from '../../support/mcp/raw.ts';
import { directClient, registerSigner } from '../../support/session-tokens.ts';
import { verdict } from '../../support/verdict.ts';
import { perFile } from '../../support/per-file.ts';
import { sharedService } from '../../support/service.ts';

const service = sharedService();
const host = perFile(startHost);
const perMinute = 40;

/**
 * Gives a workspace a small allowance, whole, and a minute that does not end before the test.
 * @returns a process that knows nothing of what was used before
 */
async function limit(workspaceId: string): Promise<string> {
  await setWorkspaceRate(service.db, workspaceId, perMinute);
  await service.db.rate_limits.deleteOne({ _id: workspaceId });
  await beginLongMinute(service.db, workspaceId);
  return (await service.secondApi()).baseUrl;
}

/** A workspace with a way to make clients that hold a session token of a subject. */
async function workspace() {
  const { id, client } = await service.workspace();
  const signer = await registerSigner(client);
  return { id, client, as: async (sub: string) => await directClient(client, signer, { sub }) };
}

const list = async (client: ApiClient) => await client.get('/v1/loom/threads');

/** How many of so many simultaneous requests are admitted, each from the next of the clients. */
async function admitted(clients: ApiClient[], count: number): Promise<number> {
  const one = async (_: unknown, index: number) => await list(clients[index % clients.length] as ApiClient);
  const answers = await Promise.all(Array.from({ length: count }, one));
  return answers.filter(({ status }) => status === 200).length;
}

const told = ({ headers }: ApiAnswer) =>
  ['limit', 'remaining'].map((name) => Number(headers.get(`ratelimit-${name}`)));

it('[rate-limit.subject-share] a subject with session tokens has half of what the others leave, and API keys have all of it', async () => {
  const { id, client, as } = await workspace();
  const [mallory, bob] = [await as('mallory'), await as('bob')];
  const api = await limit(id);
  expect(await admitted([mallory.at(api)], 60)).toBe(20);
  // With whichever token.
  expect(verdict(await list((await as('mallory')).at(api)))).toEqual([429, 'rate_limited']);
  expect(await admitted([bob.at(api)], 60)).toBe(10);
  expect(await admitted([client.at(api)], 60)).toBe(10);
  const relayed = await workspace();
  const there = relayed.client.with({ subject: 'mallory' }).at(await limit(relayed.id));
  expect(await admitted([there], 60)).toBe(perMinute);
});

it('[rate-limit.subject-share] while one subject floods every process, decisions of people are let through', async () => {
  const { id, client, as } = await workspace();
  const agent = await publishActing(client, host, [actingPatch('pay', { wired: { gate: 'confirm' } })]);
  const [mallory, ada] = [await as('mallory'), await as('ada')];
  const held = async () => {
    const thread = await startThread(ada, agent.id);
    const run = await converse(ada, thread, '/call pay {"amount":1}\n---\n/say paid');
    return [run.id, await pendingCall(ada, thread)] as const;
  };
  const [first, second] = [await held(), await held()];
  const [here, there] = [await limit(id), (await service.secondApi()).baseUrl];
  // At the same time, so that neither process knows what the other one takes; and one after the other.
  const flood =
    (await admitted([mallory.at(here), mallory.at(there)], 200)) +
    (await admitted([mallory.at(here)], 50)) +
    (await admitted([mallory.at(there)], 50));
  expect(flood).toBeLessThanOrEqual(perMinute * 0.75);
  expect((await confirm(ada.at(there), ...first)).status).toBe(202);
  const approver = client.with({ subject: 'ada' });
  expect((await confirm(approver.at(here), ...second)).status).toBe(202);
});

it('[rate-limit.subject-share] a subject that goes from process to process has no more than at one', async () => {
  const { id, as } = await workspace();
  const mallory = await as('mallory');
  const processes = [await limit(id), (await service.secondApi()).baseUrl];
  let count = 0;
  for (let asked = 0; asked < 60; asked += 1) {
    count += (await list(mallory.at(processes[asked % 2] ?? ''))).status === 200 ? 1 : 0;
  }
  // A process learns of another one's last request with the next one.
  expect(count).toBeGreaterThanOrEqual(19);
  expect(count).toBeLessThanOrEqual(22);
});

it('[rate-limit.subject-share] [rate-limit.headers] the headers tell a subject what it may use itself, and what is left of that', async () => {
  const { id, client, as } = await workspace();
  const ada = await as('ada');
  const api = await limit(id);
  expect(told(await list(ada.at(api)))).toEqual([20, 19]);
  expect(told(await list(client.at(api)))).toEqual([perMinute, 38]);
  for (let others = 0; others < 9; others += 1) await list(client.at(api));
  // The others have used ten, so half of thirty are Ada's.
  expect(told(await list(ada.at(api)))).toEqual([15, 13]);
  for (let left = 12; left >= 0; left -= 1) {
    const answer = await list(ada.at(api));
    expect([answer.status, told(answer)]).toEqual([200, [15, left]]);
  }
  const refused = await list(ada.at(api));
  expect([verdict(refused), told(refused)]).toEqual([
    [429, 'rate_limited'],
    [15, 0],
  ]);
});

it('[rate-limit.subject-share] the bearer of an MCP token has a share as well, together with the subject’s session tokens', async () => {
  const target = await mcpTarget(service);
  const { access_token } = await connect(target, await register(service.baseUrl));
  const { id, client } = target.workspace;
  const api = await limit(id);
  const resource = target.resource.replace(service.baseUrl, api);
  const ping = async () => await sendRaw(resource, { token: access_token, body: rpc('ping') });
  const answers = await Promise.all(Array.from({ length: 60 }, ping));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(20);
  expect(verdict(await client.ofWorkspace().at(api).get('/v1/loom/approvals'))).toEqual([200]);
  const signer = await registerSigner(client.ofWorkspace().at(api));
  const ada = await directClient(client.ofWorkspace(), signer, { sub: 'ada' });
  expect(verdict(await list(ada.at(api)))).toEqual([429, 'rate_limited']);
});
