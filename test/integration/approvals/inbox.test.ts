import { expect, it } from 'vitest';
import type { Approval } from '#contract/approval.ts';
import type { Run } from '#contract/run.ts';
import { actingPatch, publishActing } from '../../support/acting.ts';
import { confirm, report, startActing, threadOf } from '../../support/acting-run.ts';
import type { ApiClient } from '../../support/api-client.ts';
import { converse, post, settled, startThread } from '#clients/raw/conversation.ts';
import { eventsOf } from '../../support/events.ts';
import { registerSigner, signToken } from '../../support/session-tokens.ts';
import { walk } from '../../support/walk.ts';
import { sharedService } from '../../support/service.ts';

const service = sharedService();
const patches = [
  actingPatch('pay', {
    risk: { base: 'medium' },
    summary: { title: 'Pay {{amount}}' },
    wired: { gate: 'confirm', risk: 'high' },
  }),
  actingPatch('sign', { interaction: 'proposed_action' }),
];
const pay = '/call pay {"amount":1}\n---\n/say ok';
const sign = '/call sign {"to":"Bo"}\n---\n/say ok';
const ask = '/call ask_user {"question":"Who?"}\n---\n/say ok';

const inbox = async (client: ApiClient, query = '') =>
  (await client.get<Approval[]>(`/v1/loom/approvals${query}`)).data;

/** A workspace with one run that waits for each kind of answer, in the order of the scripts. */
async function waiting(scripts = [pay, sign, ask]) {
  const acting = await startActing(service, { patches });
  const { client, agent } = acting;
  const runs: { run: string; thread: string }[] = [];
  for (const script of scripts) {
    const thread = await startThread(client, agent.id);
    runs.push({ run: (await converse(client, thread, script)).id, thread });
  }
  return { ...acting, runs };
}

it('[inbox.item] [inbox.oldest-first] [inbox.runs-pending] [pause.visible-expiry] the inbox has what each kind of person needs, and its runs and threads say the same', async () => {
  const { client, agent, runs } = await waiting();
  const [paid, signed, asked] = runs;
  const shared = {
    subject_ref: 'ada',
    agent: { id: agent.id, name: agent.name },
    tool_call_id: expect.any(String),
    created_at: expect.any(String),
    expires_at: expect.any(String),
  };
  const items = await inbox(client);
  expect(items).toEqual([
    {
      ...shared,
      kind: 'confirmation',
      run_id: paid?.run,
      thread_id: paid?.thread,
      patch_ref: 'pay@1',
      summary: { title: 'Pay 1' },
      args: { amount: 1 },
      connection: { id: expect.any(String), name: 'host' },
      risk: 'high',
      approvals: { required: 1, given: [] },
      set: { turn: 1, position: 1, of: 1 },
      digest: expect.stringMatching(/^sha-256=:/),
      document: expect.stringContaining('"configuration":"hmac-sha-256=:'),
      origins: [expect.objectContaining({ path: '/amount', from: ['subject'] })],
    },
    {
      ...shared,
      kind: 'action',
      run_id: signed?.run,
      thread_id: signed?.thread,
      patch_ref: 'sign@1',
      args: { to: 'Bo' },
      risk: 'low',
    },
    {
      ...shared,
      kind: 'question',
      run_id: asked?.run,
      thread_id: asked?.thread,
      patch_ref: 'ask_user@1',
      prompt: { question: 'Who?' },
      risk: 'low',
    },
  ]);
  const { data: listed } = await client.get<Run[]>('/v1/loom/runs');
  expect(listed.map(({ pending }) => pending)).toEqual(items.toReversed());
  for (const { created_at, expires_at, ...item } of items) {
    expect((await client.get<Run>(`/v1/loom/runs/${item.run_id}`)).data.pending).toMatchObject(item);
    const lasts = Date.parse(expires_at) - Date.parse(created_at);
    expect(lasts).toBe(agent.limits.pause_ttl_seconds * 1000);
    const shown = await threadOf(client, item.thread_id);
    const pending = shown.pending_confirmation ?? shown.pending_action ?? shown.pending_elicitation;
    expect(pending).toMatchObject({ created_at, expires_at });
    const announced = (await eventsOf(service.db, item.run_id)).at(-1);
    expect(announced?.data).toMatchObject({ created_at, expires_at });
  }
});

it('[inbox.filters] filters select by kind, patch, risk, agent, subject and expiry', async () => {
  const { client, agent } = await waiting();
  const other = await publishActing(client, undefined, [], { key: 'other' });
  const bob = client.as('bob');
  await converse(bob, await startThread(bob, other.id), ask);
  const everybody = client.ofWorkspace();
  const kinds = async (query: string) =>
    (await inbox(everybody, query)).map(({ kind, subject_ref }) => `${subject_ref} ${kind}`);
  expect(await kinds('')).toEqual(['ada confirmation', 'ada action', 'ada question', 'bob question']);
  expect(await kinds('?kind=question')).toEqual(['ada question', 'bob question']);
  expect(await kinds('?patch=sign')).toEqual(['ada action']);
  expect(await kinds('?patch=pay%401')).toEqual(['ada confirmation']);
  expect(await kinds('?patch=pay%402')).toEqual([]);
  expect(await kinds('?patch=pa')).toEqual([]);
  expect(await kinds('?risk=high')).toEqual(['ada confirmation']);
  expect(await kinds(`?agent_id=${other.id}`)).toEqual(['bob question']);
  expect(await kinds('?subject=bob')).toEqual(['bob question']);
  expect(await kinds(`?subject=ada&kind=question&agent_id=${agent.id}`)).toEqual(['ada question']);
  const [first] = await inbox(everybody);
  const after = (ms: number) => new Date(Date.parse(first?.expires_at ?? '') + ms).toISOString();
  expect(await kinds(`?expires_before=${after(0)}`)).toEqual([]);
  expect(await kinds(`?expires_before=${after(1)}&kind=confirmation`)).toEqual(['ada confirmation']);
  for (const query of [
    '?expires_before=soon',
    '?kind=other',
    '?patch=.*',
    '?risk=none',
    '?agent_id=x',
    '?subject=',
    '?state=x',
  ]) {
    const { status, error } = await everybody.get(`/v1/loom/approvals${query}`);
    expect([status, error.code]).toEqual([422, 'invalid_request']);
  }
});

it('[inbox.scope] [pagination.narrowed] a subject, and a token for one agent, see only their own, whatever they filter by', async () => {
  const { client } = await waiting([pay]);
  const stranger = await waiting([ask]);
  const other = await publishActing(client, undefined, [], { key: 'other' });
  const bob = client.as('bob');
  await converse(bob, await startThread(bob, other.id), ask);
  const subjects = async (by: ApiClient, query = '') =>
    (await inbox(by, query)).map(({ subject_ref }) => subject_ref);
  expect(await subjects(client)).toEqual(['ada']);
  expect(await subjects(bob)).toEqual(['bob']);
  expect(await subjects(bob, '?subject=ada')).toEqual([]);
  expect(await subjects(client.ofWorkspace())).toEqual(['ada', 'bob']);
  expect(await subjects(stranger.client.ofWorkspace())).toEqual(['ada']);
  const token = await signToken(await registerSigner(client), { sub: 'bob', agent_id: stranger.agent.id });
  const limited = client.ofWorkspace().with({ apiKey: token });
  for (const path of ['approvals', 'runs']) {
    const { data } = await limited.get(`/v1/loom/${path}?agent_id=${other.id}`);
    expect(data).toEqual([]);
  }
});

it('[inbox.oldest-first] pages neither repeat nor omit what waits throughout, while others come and go', async () => {
  const acting = await startActing(service, { patches });
  const { client, agent } = acting;
  const runs: string[] = [];
  for (let index = 0; index < 6; index += 1) {
    runs.push((await converse(client, await startThread(client, agent.id), pay)).id);
  }
  let late = '';
  const pages = await walk<Approval>(client, '/v1/loom/approvals?limit=2', async () => {
    if (late !== '') return;
    const [first] = await inbox(client);
    await confirm(client, first?.run_id ?? '', first?.tool_call_id ?? '', 'reject');
    late = (await converse(client, await startThread(client, agent.id), ask)).id;
  });
  expect(pages.flatMap(({ data }) => data.map(({ run_id }) => run_id))).toEqual([...runs, late]);
  const cursor = pages[0]?.pagination.next_cursor;
  const other = await client.get(`/v1/loom/approvals?kind=action&cursor=${cursor}`);
  expect([other.status, other.error.code]).toEqual([422, 'invalid_cursor']);
});

it('[inbox.same-moment] whatever is listed is accepted by the decision for it, and of two people one wins', async () => {
  const { client, agent } = await startActing(service, { patches });
  const scripts = [pay, sign, pay, sign].map((script) => `${script}\n`);
  const started = await Promise.all(
    scripts.map(async (script) => await post(client, await startThread(client, agent.id), script)),
  );
  const left = new Set(started);
  while (left.size > 0) {
    for (const { kind, run_id, tool_call_id } of await inbox(client)) {
      const decide = kind === 'action' ? report : confirm;
      const answers = await Promise.all([
        decide(client, run_id, tool_call_id),
        decide(client, run_id, tool_call_id),
      ]);
      const statuses = answers.map(({ status }) => status).toSorted((one, other) => one - other);
      // A second report of an outcome is accepted, and changes nothing.
      expect(statuses).toEqual(kind === 'action' ? [202, 202] : [202, 404]);
      expect((await inbox(client)).some((item) => item.tool_call_id === tool_call_id)).toBe(false);
      left.delete(run_id);
    }
  }
  for (const run of started) expect(await settled(client, run)).not.toHaveProperty('pending');
});

it('[inbox.same-moment] a run that waits again shows only what it waits for now', async () => {
  const { client, runs } = await waiting(['/call pay {"amount":1}\n/call pay {"amount":2}\n---\n/say ok']);
  const [{ run } = { run: '' }] = runs;
  const [first, ...beside] = await inbox(client);
  expect([first, ...beside].map((item) => item?.summary)).toEqual([{ title: 'Pay 1' }, { title: 'Pay 2' }]);
  await confirm(client, run, first?.tool_call_id ?? '', 'reject');
  const [second, ...others] = await inbox(client);
  expect([second?.summary, others]).toEqual([{ title: 'Pay 2' }, []]);
  expect(second?.tool_call_id).not.toBe(first?.tool_call_id);
  await client.post(`/v1/loom/runs/${run}/cancel`);
  expect(await inbox(client)).toEqual([]);
});
