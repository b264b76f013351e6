import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startService, type TestService, type TestWorkspace } from '../../support/service.ts';
import { actingPatch, type Host, publishActing, startHost } from '../../support/acting.ts';
import { connect, revisions } from '../../support/mcp/clients.ts';
import { MemoryTokens } from '../../support/mcp/memory-tokens.ts';

const baseUrl = 'http://127.0.0.1:8080';
const tokens = new MemoryTokens(baseUrl);
let service: TestService;
let host: Host;
let owner: TestWorkspace;
let agentId: string;
const url = () => `${service.baseUrl}/mcp/${agentId}`;

beforeAll(async () => {
  host = await startHost();
  service = await startService({ services: { accessTokens: tokens } });
  owner = await service.workspace();
  const pay = actingPatch('pay', { wired: { gate: 'confirm' }, request: { method: 'POST', path: '/pay', body: '{{amount}}' as never }, summary: { title: 'Pay {{amount}} to {{to}}' } });
  const sign = actingPatch('sign', { interaction: 'proposed_action' });
  agentId = (await publishActing(owner.client, host, [pay, sign])).id;
}, 60_000);
afterAll(async () => {
  await service.stop();
  await host.stop();
});

describe.each(revisions)('a client of %s', (revision) => {
  it('talks', async () => {
    const token = tokens.grant({ workspace_id: owner.id, agent_id: agentId });
    const client = await connect(revision, { url: url(), token });
    const tools = await client.tools();
    console.log(JSON.stringify(tools, null, 1).slice(0, 3000));
    const progress: string[] = [];
    console.log(await client.callRaw('send_message', { message: 'hello' }, { onProgress: (m) => progress.push(m) }));
    const held = await client.call('send_message', { message: '/call pay {"amount": 5, "to": "bob"}\n---\n/say paid {{last}}' });
    console.log(held);
    expect(held.pending?.kind).toBe('confirmation');
    const done = await client.call('confirm', { run_id: held.run_id, tool_call_id: held.pending?.tool_call_id, decision: 'approve' }, { onProgress: (m) => progress.push(m) });
    console.log(done, progress);
    await client.close();
  });
});
