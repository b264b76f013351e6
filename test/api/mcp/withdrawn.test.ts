import type { ElicitResult } from '@modelcontextprotocol/client';
import { beforeAll, expect, it } from 'vitest';
import type { Agent } from '#contract/agent.ts';
import { settled } from '#clients/raw/conversation.ts';
import { actingPatch, publishActing } from '../../support/acting.ts';
import { callsOf, threadOf } from '../../support/acting-run.ts';
import type { ApiClient } from '../../support/api-client.ts';
import { startMcpService } from '../../support/mcp/mcp-service.ts';
import { perFile } from '../../support/per-file.ts';

const mcp = perFile(startMcpService);
let agent: Agent;
beforeAll(async () => {
  const gate = { type: 'confirm', approvals: 2 } as const;
  const request = { method: 'POST', path: '/grand', body: { amount: '{{amount}}' } } as const;
  const patch = actingPatch('grand', { wired: { gate }, request });
  // On the connection that is there.
  agent = await publishActing(mcp.owner.client, undefined, [patch], { key: 'grand' });
});

const approval: ElicitResult = { action: 'accept', content: { decision: 'approve' } };
const later: ElicitResult = { action: 'cancel' };

/** A payment of Ada's that waits for two approvals. Her client shows her a form each time it is asked to, and she gives these answers. */
async function held(...answers: (ElicitResult | (() => Promise<ElicitResult>))[]) {
  const asked: string[] = [];
  const client = await mcp.client({
    token: mcp.grant({ agent_id: agent.id }),
    url: mcp.urlOf(agent.id),
    onAsked: async ({ message }) => {
      asked.push(message);
      const answer = answers.shift() ?? later;
      return typeof answer === 'function' ? await answer() : answer;
    },
  });
  const message = '/call grand {"amount": 82000}\n---\n/say Paid: {{last}}';
  const { run_id, thread_id, pending } = await client.call('send_message', {
    message,
    new_conversation: true,
    wait: 5,
  });
  const ada = mcp.owner.client.as('ada');
  const send = async (verb: 'confirm' | 'withdraw', as: ApiClient, more: object = {}) => {
    const body = { tool_call_id: pending?.tool_call_id, ...more };
    const { status } = await as.post(`/v1/loom/runs/${run_id}/${verb}`, body);
    expect([verb, status]).toEqual([verb, 202]);
  };
  return {
    asked,
    look: async () => await client.call('get_run', { run_id, wait: 5 }),
    approve: async (as: ApiClient) => await send('confirm', as, { decision: 'approve' }),
    withdraw: async () => await send('withdraw', ada),
    given: async () =>
      (await threadOf(ada, thread_id)).pending_confirmation?.approvals?.given.map(({ actor }) => actor),
    /** Another person approves as well, which is enough if Ada's approval counts. */
    finish: async () => {
      await send('confirm', ada.with({ headers: { 'service-actor': 'bob' } }), { decision: 'approve' });
      await settled(ada, run_id);
      return await callsOf(ada, run_id);
    },
    ada,
  };
}

it('[mcp.server.asks-user] an approval by the form counts after one by the form was withdrawn, each time', async () => {
  const { asked, look, withdraw, given, finish } = await held(approval, approval, approval);
  expect(await given()).toEqual(['ada']);
  for (const times of [2, 3]) {
    await withdraw();
    expect(await given()).toEqual([]);
    await look();
    expect([asked.length, await given()]).toEqual([times, ['ada']]);
  }
  expect(await finish()).toMatchObject([{ status: 'ok', decision: { decision: 'approve' } }]);
});

it('[mcp.server.asks-user] an approval by the form counts after one by the API was withdrawn', async () => {
  const { ada, asked, look, approve, withdraw, given, finish } = await held(later, approval);
  await approve(ada);
  await withdraw();
  expect([asked.length, await given()]).toEqual([1, []]);
  await look();
  expect([asked.length, await given()]).toEqual([2, ['ada']]);
  expect(await finish()).toMatchObject([{ status: 'ok' }]);
});

it('[mcp.server.asks-user] an approval by the API counts after one by the form was withdrawn, and so does a later one by the form', async () => {
  const { ada, asked, look, approve, withdraw, given, finish } = await held(approval, approval);
  await withdraw();
  await approve(ada);
  expect(await given()).toEqual(['ada']);
  await withdraw();
  await look();
  expect([asked.length, await given()]).toEqual([2, ['ada']]);
  expect(await finish()).toMatchObject([{ status: 'ok' }]);
});

it('[mcp.server.asks-user] a form that was open while an approval was given and withdrawn counts', async () => {
  const { ada, asked, look, approve, withdraw, given, finish } = await held(later, async () => {
    await approve(ada);
    await withdraw();
    return approval;
  });
  await look();
  expect([asked.length, await given()]).toEqual([2, ['ada']]);
  expect(await finish()).toMatchObject([{ status: 'ok' }]);
});
