import { type Attack, expectThat, whileLoopsAreWatched } from '../attack.ts';
import { silentPatch } from '../silent-patch.ts';
import { connectMcpClient } from '../mcp-client.ts';
import type { AttackStack } from '../stack/attack-stack.ts';
import type { RequestOptions, Tenant } from '../tenant.ts';

/** A held call as its approver sees it. */
interface HeldCall {
  runId: string;
  tool_call_id: string;
  digest: string;
}

/** A workspace whose agent pays, behind a gate. */
async function withGate(stack: AttackStack, gate: unknown) {
  const tenant = await stack.newTenant();
  const connection = await tenant.connect('bank', stack.echoHost.url);
  const input_schema = {
    type: 'object',
    properties: { amount: { type: ['number', 'string'] }, to: { type: 'string' } },
  };
  const pay = silentPatch({ key: 'pay', input_schema, request: { method: 'POST', path: '/pay' } });
  await tenant.must('POST', '/v1/patches', { body: pay });
  const publish = async () => await tenant.publish([], { patches: [{ ref: 'pay@1', gate }] });
  return { tenant, connection, publish };
}

/** Has the model ask for a payment that is held. @throws {Error} if it is not held */
async function hold(
  tenant: Tenant,
  agent: string,
  args: object,
  options: RequestOptions = {},
): Promise<HeldCall> {
  const script = `/call pay ${JSON.stringify(args)}\n---\n/say done`;
  const { runId, threadId } = await tenant.post(agent, script, options);
  await tenant.settled(runId);
  const { pending_confirmation } = await tenant.must<{ pending_confirmation?: HeldCall }>(
    'GET',
    `/v1/loom/threads/${threadId}`,
  );
  expectThat(pending_confirmation !== undefined, 'nothing is held');
  return { ...pending_confirmation, runId };
}

async function approve(tenant: Tenant, { runId, tool_call_id }: HeldCall, options: RequestOptions = {}) {
  const body = { tool_call_id, decision: 'approve', ...(options.body as object | undefined) };
  return await tenant.request('POST', `/v1/loom/runs/${runId}/confirm`, { ...options, body });
}

/** The statuses of a run's calls. */
async function callsOf(
  tenant: Tenant,
  runId: string,
): Promise<{ status: string; error?: { code: string } }[]> {
  const { turns } = await tenant.must<{
    turns: { tool_calls: { status: string; error?: { code: string } }[] }[];
  }>('GET', `/v1/loom/runs/${runId}/trace`);
  return turns.flatMap(({ tool_calls }) => tool_calls);
}

async function isSent(tenant: Tenant, { runId }: HeldCall): Promise<boolean> {
  const { state } = await tenant.must<{ state: string }>('GET', `/v1/loom/runs/${runId}`);
  return state !== 'awaiting_input';
}

/** Attacks on gates and policies: by who would approve alone, or have more let through than is allowed. */
export const gates: Attack[] = [
  {
    name: 'being two approvers',
    run: async (stack) => {
      const { tenant, publish } = await withGate(stack, { type: 'confirm', approvals: 2 });
      const agent = await publish();
      const sign = await tenant.signer();
      const call = await hold(tenant, agent, { amount: 1 });
      const eve = await sign('mallory', { actor: 'eve' });
      const again = await sign('mallory', { actor: 'eve', jti: 'another' });
      await approve(tenant, call, { token: eve });
      await approve(tenant, call, { token: again });
      await approve(tenant, call, { token: eve, headers: { 'service-actor': 'mia' } });
      await approve(tenant, call, { headers: { 'service-actor': 'eve' } });
      for (const actor of ['Eve', ' eve', 'e\u200Bve', '\uFF45ve', 'eve\u202E'])
        await approve(tenant, call, { token: await sign('mallory', { actor }) });
      await Promise.all(Array.from({ length: 20 }, async () => await approve(tenant, call, { token: eve })));
      expectThat(!(await isSent(tenant, call)), 'one person was two');
      const path = `/v1/loom/runs/${call.runId}/withdraw`;
      await tenant.must('POST', path, { token: eve, body: { tool_call_id: call.tool_call_id } });
      await approve(tenant, call, { token: again });
      expectThat(!(await isSent(tenant, call)), 'an approval that was taken back counts');
      return 'one approval, however it was repeated';
    },
  },
  {
    name: 'being two people by an MCP client of somebody else, for whom one signs in',
    run: async (stack) => {
      const gate = { type: 'confirm', approvals: 2, exclude_subject: true };
      const { tenant, publish } = await withGate(stack, gate);
      const agent = await publish();
      const asks = async (of: string) => {
        const client = await connectMcpClient(tenant, of, { subject: 'mallory', actor: 'eve' });
        await client.call('send_message', {
          message: '/call pay {"amount":82000}\n---\n/say done',
          wait: 10,
        });
        const [held] = await tenant.must<{ run_id: string; tool_call_id: string; digest: string }[]>(
          'GET',
          `/v1/loom/approvals?agent_id=${of}`,
        );
        expectThat(held !== undefined, 'nothing is held');
        return { client, call: { ...held, runId: held.run_id } };
      };
      const sign = await tenant.signer();
      const asEve = async () => ({ token: await sign('mallory', { actor: 'eve' }) });
      const { call } = await asks(agent);
      const eve = await approve(tenant, call, await asEve());
      expectThat(eve.code === 'forbidden_approver', `whoever asked for it approves: ${eve.code}`);
      const two = { type: 'confirm', approvals: 2 };
      const other = await asks(await tenant.publish([], { patches: [{ ref: 'pay@1', gate: two }] }));
      const { runId: run_id, tool_call_id } = other.call;
      await other.client.call('confirm', { run_id, tool_call_id, decision: 'approve', wait: 0 });
      const again = await approve(tenant, other.call, await asEve());
      expectThat(again.status === 202, `approved as ${again.code}`);
      expectThat(!(await isSent(tenant, other.call)), 'one person has approved it as two');
      return 'forbidden_approver, and one approval';
    },
  },
  {
    name: "approving one's own payment, or from outside of the group",
    run: async (stack) => {
      const policy = { type: 'policy', policy: 'payments' };
      const { tenant, publish } = await withGate(stack, policy);
      const put = { body: { name: 'Finance', members: ['ann', 'mallory'] } };
      await tenant.must('PUT', '/v1/approver-groups/finance', put);
      const stages = [{ approvals: 1, group: 'finance', via: ['token'] }];
      const rules = [{ name: 'all', then: 'hold', stages, exclude_subject: true, require_digest: true }];
      await tenant.must('POST', '/v1/approval-policies', { body: { key: 'payments', rules } });
      const call = await hold(tenant, await publish(), { amount: 1 });
      const sign = await tenant.signer();
      const body = { digest: call.digest };
      const tries: [string, string | undefined, RequestOptions][] = [
        ['as the subject', 'forbidden_approver', { token: await sign('mallory'), body }],
        [
          'as the subject by another name',
          'forbidden_approver',
          { token: await sign('mallory', { actor: 'Mallory' }), body },
        ],
        [
          'from outside of the group',
          'forbidden_approver',
          { token: await sign('mallory', { actor: 'eve' }), body },
        ],
        ['by an API key', 'forbidden_approver', { headers: { 'service-actor': 'ann' }, body }],
        ['without a digest', 'invalid_request', { token: await sign('mallory', { actor: 'ann' }) }],
        ['for another subject', 'not_found', { token: await sign('trudy', { actor: 'ann' }), body }],
      ];
      for (const [how, code, options] of tries) {
        const answer = await approve(tenant, call, options);
        expectThat(answer.code === code, `${how}: ${answer.status} ${answer.code}`);
      }
      // A person who may not approve may not correct either, and an approver who wrote for the subject is a maker.
      const args = { amount: 0 };
      const revise = async (of: HeldCall, options: RequestOptions) =>
        await tenant.request('POST', `/v1/loom/runs/${of.runId}/revise`, {
          ...options,
          body: { tool_call_id: of.tool_call_id, digest: of.digest, args },
        });
      for (const actor of ['mallory', 'Mallory', 'eve']) {
        const { code } = await revise(call, { token: await sign('mallory', { actor }) });
        expectThat(code === 'forbidden_approver', `${actor} corrects instead: ${code}`);
      }
      expectThat(!(await isSent(tenant, call)), 'it was sent');
      const asAnn = { token: await sign('mallory', { actor: 'ann' }) };
      const own = await hold(tenant, await publish(), { amount: 2 }, asAnn);
      const tried = [
        await approve(tenant, own, { ...asAnn, body: { digest: own.digest } }),
        await revise(own, asAnn),
      ];
      expectThat(
        tried.every(({ code }) => code === 'forbidden_approver') && !(await isSent(tenant, own)),
        'whoever asked for it has approved it',
      );
      const ann = await approve(tenant, call, { token: await sign('mallory', { actor: 'ann' }), body });
      expectThat(ann.status === 202, 'nobody can approve it any more');
      return 'forbidden_approver, and Ann could still approve';
    },
  },
  {
    name: 'changing the configuration alone',
    run: async (stack) => {
      const tenant = await stack.newTenant();
      const eve = { headers: { 'service-actor': 'eve' } };
      const all = { agents: true, patches: true, connections: true, policies: true, groups: true };
      const guard = async (body: object) =>
        await tenant.request('PUT', '/v1/settings/four-eyes', { ...eve, body });
      const put = { ...eve, body: { name: 'Finance', members: ['eve'] } };
      await guard(all);
      const proposed = await tenant.request<{ id: string }>('PUT', '/v1/approver-groups/finance', put);
      expectThat(proposed.status === 202, `a guarded group was put: ${proposed.status}`);
      const less = await guard({});
      expectThat(less.status === 202, `one person has switched it off: ${less.status}`);
      const changes = await tenant.must<{ id: string }[]>('GET', '/v1/changes');
      const tries: RequestOptions[] = [eve, {}, { headers: { 'service-actor': ' eve ' } }];
      for (const { id } of changes) {
        for (const options of tries) {
          const { status, code } = await tenant.request('POST', `/v1/changes/${id}/approve`, options);
          expectThat(status >= 400, `it was approved by who proposed it: ${status} ${code}`);
        }
      }
      const group = await tenant.request('GET', '/v1/approver-groups/finance');
      expectThat(group.status === 404, 'the group is there');
      const settings = await tenant.must<Record<string, unknown>>('GET', '/v1/settings/four-eyes');
      expectThat(
        Object.keys(all).every((guarded) => settings[guarded] === true),
        'something is guarded no more',
      );
      return 'forbidden_approver, and nothing has changed';
    },
  },
  {
    name: 'slipping under a limit',
    run: async (stack) => {
      const { tenant, publish } = await withGate(stack, { type: 'policy', policy: 'payments' });
      const limit = {
        name: 'daily',
        amount: '/amount',
        per: 'day',
        scope: 'subject',
        max: '100',
        then: 'deny',
      };
      const rules = [{ name: 'all', then: 'allow' }];
      await tenant.must('POST', '/v1/approval-policies', {
        body: { key: 'payments', rules, limits: [limit] },
      });
      const agent = await publish();
      const amounts = [60, '60', '6e1', '060.00', 60.000_000_1, '60.000000000000000000001'];
      const runs = await Promise.all(
        Array.from({ length: 24 }, async (_, n) => {
          const args = JSON.stringify({ amount: amounts[n % amounts.length] });
          const { runId } = await tenant.post(agent, `/call pay ${args}\n/call pay ${args}\n---\n/say done`);
          await tenant.settled(runId);
          return await callsOf(tenant, runId);
        }),
      );
      const made = runs.flat().filter(({ status }) => status === 'ok');
      expectThat(made.length === 1, `${made.length} payments of 60 were made with a limit of 100`);
      for (const amount of [-1000, 'much', '1e9999999', '9'.repeat(400), null]) {
        const { runId } = await tenant.post(agent, `/call pay ${JSON.stringify({ amount })}\n---\n/say done`);
        await tenant.settled(runId);
        const calls = await callsOf(tenant, runId);
        expectThat(
          calls.every(({ status }) => status !== 'ok'),
          `an amount of ${String(amount).slice(0, 20)} was paid`,
        );
      }
      return 'one payment of 48, whatever its amount was written as';
    },
  },
  {
    name: 'an amount that nobody can read, and a limit of the board beside a rule for more people',
    run: async (stack) => {
      const { tenant, publish } = await withGate(stack, { type: 'policy', policy: 'payments' });
      await tenant.must('PUT', '/v1/approver-groups/board', { body: { name: 'Board', members: ['bea'] } });
      const board = [{ approvals: 1, group: 'board' }];
      const policy = (small: object) => ({
        key: 'payments',
        rules: [
          { name: 'small', when: { properties: { args: { properties: { amount: small } } } }, then: 'allow' },
          { name: 'others', then: 'hold', stages: [{ approvals: 2 }], exclude_subject: true },
        ],
        limits: [
          {
            name: 'large',
            amount: '/amount',
            per: 'call',
            scope: 'workspace',
            max: '10000',
            then: 'hold',
            stages: board,
          },
        ],
      });
      const mustBeHeld = async (agent: string, amount?: number | string) => {
        const call = await hold(tenant, agent, amount === undefined ? {} : { amount });
        const own = await approve(tenant, call);
        expectThat(own.code === 'forbidden_approver', `${amount}: the subject approves: ${own.code}`);
        for (const actor of ['ann', 'bob', 'cy'])
          await approve(tenant, call, { headers: { 'service-actor': actor } });
        expectThat(!(await isSent(tenant, call)), `${amount}: sent without the board`);
      };
      await tenant.must('POST', '/v1/approval-policies', { body: policy({ maximum: 1000 }) });
      const agent = await publish();
      for (const amount of [82_000, '82.000,00', '82000', -1, undefined]) await mustBeHeld(agent, amount);
      // The same rule, as others would write it.
      for (const small of [
        { allOf: [{ maximum: 1000 }] },
        { not: { exclusiveMinimum: 1000 } },
        { if: { type: 'number' }, then: { maximum: 1000 } },
        { enum: [10, 20, 50] },
      ]) {
        await tenant.must('POST', '/v1/approval-policies', { body: policy(small) });
        for (const amount of ['82.000,00', undefined]) await mustBeHeld(agent, amount);
      }
      return 'held by two people and the board, whatever the amount is written as';
    },
  },
  {
    name: 'changing what was shown, after it was approved or before',
    run: async (stack) => {
      const { tenant, connection, publish } = await withGate(stack, 'confirm');
      const agent = await publish();
      const [one, other] = [
        await hold(tenant, agent, { amount: 1 }),
        await hold(tenant, agent, { amount: 82_000 }),
      ];
      const swapped = await approve(tenant, other, { body: { digest: one.digest } });
      expectThat(swapped.code === 'stale_confirmation', `the digest of another call: ${swapped.code}`);
      const mixed = await approve(tenant, { ...other, tool_call_id: one.tool_call_id });
      expectThat(mixed.code === 'unknown_confirmation', `the call of another run: ${mixed.code}`);
      const elsewhere = {
        body: { base_url: 'https://mallory.example', auth: { type: 'none' }, headers: {} },
      };
      await tenant.must('PATCH', `/v1/connections/${connection}`, elsewhere);
      await approve(tenant, one, { body: { digest: one.digest } });
      await tenant.settled(one.runId);
      expectThat(!(await isSent(tenant, one)), 'it was sent elsewhere');
      const again = await approve(tenant, one, { body: { digest: one.digest } });
      expectThat(again.code === 'stale_confirmation', `the digest of before the move: ${again.code}`);
      return 'refused, and not sent to another host than was shown';
    },
  },
  {
    name: 'changing the headers, the credentials or the address of the connection between two approvals',
    run: async (stack) => {
      const changes = [
        { headers: { 'x-beneficiary': 'Mallory', 'x-amount': '82000' } },
        { auth: { type: 'header', name: 'x-amount', value: '82000' } },
        { auth: { type: 'bearer', token: 'of-mallory' } },
        { base_url: 'https://mallory.example', auth: { type: 'none' }, headers: {} },
      ];
      for (const body of changes) {
        const { tenant, connection, publish } = await withGate(stack, { type: 'confirm', approvals: 2 });
        const call = await hold(tenant, await publish(), { amount: 10, to: 'Bo' });
        const by = (actor: string) => ({
          headers: { 'service-actor': actor },
          body: { digest: call.digest },
        });
        await approve(tenant, call, by('eve'));
        await tenant.must('PATCH', `/v1/connections/${connection}`, { body });
        await approve(tenant, call, by('mia'));
        await tenant.settled(call.runId);
        expectThat(!(await isSent(tenant, call)), `sent with ${JSON.stringify(body)}`);
        const stale = await approve(tenant, call, by('eve'));
        expectThat(stale.code === 'stale_confirmation', `an old digest: ${stale.status} ${stale.code}`);
      }
      return 'held again with another digest, each time';
    },
  },
  {
    name: 'conditions of gates and policies that take for ever',
    run: async (stack) => {
      const { tenant } = await withGate(stack, 'confirm');
      const loop = {
        $ref: '#/$defs/a',
        $defs: { a: { anyOf: [{ $ref: '#/$defs/b' }] }, b: { anyOf: [{ $ref: '#/$defs/a' }] } },
      };
      const pattern = { properties: { to: { pattern: '^(a+)+$' } } };
      const wide = {
        anyOf: Array.from({ length: 500 }, (_, n) => ({ properties: { [`p${n}`]: { const: n } } })),
      };
      const { held } = await whileLoopsAreWatched(stack, async () => {
        for (const when of [loop, pattern, wide]) {
          const gate = { type: 'confirm', when };
          const body = {
            key: 'slow',
            name: 'Slow',
            instructions: '',
            model_class: 'scripted',
            patches: [{ ref: 'pay@1', gate }],
          };
          const published = await tenant.request<{ id: string }>('POST', '/v1/agents', { body });
          const rules = [{ name: 'slow', when: { properties: { args: when } }, then: 'allow' }];
          await tenant.request('POST', '/v1/approval-policies', { body: { key: 'slow', rules } });
          if (published.status >= 300) continue;
          const args = JSON.stringify({ to: `${'a'.repeat(20_000)}!` });
          const { runId } = await tenant.post(published.data.id, `/call pay ${args}\n---\n/say done`);
          await tenant.settled(runId);
        }
      });
      return held;
    },
  },
];
