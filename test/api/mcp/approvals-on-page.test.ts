import { beforeAll, describe, expect, it } from 'vitest';
import { sendCurrent } from '../../support/mcp/current-revision.ts';
import { decide, payment, startMcpService } from '../../support/mcp/mcp-service.ts';
import { perFile } from '../../support/per-file.ts';

const mcp = perFile(startMcpService);
const login_url = 'https://bridge.example/login';

const put = async (json: object) => await mcp.owner.client.send('PUT', '/v1/mcp/settings', { json });

describe('[mcp.server.approvals-on-page] the setting', () => {
  it('is absent at first, stays as it is if it is not given, and is audited', async () => {
    const { client } = await mcp.service.workspace();
    const set = async (json: object) => (await client.send('PUT', '/v1/mcp/settings', { json })).data;
    expect(await set({ login_url })).toEqual({ login_url });
    expect(await set({ login_url, approvals: 'page' })).toEqual({ login_url, approvals: 'page' });
    expect(await set({ login_url: null })).toEqual({ approvals: 'page' });
    expect((await client.get('/v1/mcp/settings')).data).toEqual({ approvals: 'page' });
    expect(await set({ login_url, approvals: 'anywhere' })).toEqual({ login_url, approvals: 'anywhere' });
    const wrong = await client.send('PUT', '/v1/mcp/settings', { json: { login_url, approvals: 'nobody' } });
    expect(wrong.error?.code).toBe('invalid_request');
  });
});

describe('[mcp.server.approvals-on-page] where held writes are approved on the page alone', () => {
  beforeAll(async () => {
    await put({ login_url, approvals: 'page' });
  });

  it.each(['2026-07-28', '2025-11-25', 'sdk-1'] as const)(
    'a client of %s cannot approve by a tool, is told where its user can, and may pass a rejection on',
    async (revision) => {
      const client = await mcp.client({ revision });
      const calls = mcp.host.calls.length;
      const run = await client.call('send_message', { message: payment });
      expect(run.next).toContain(`Only the user can approve it, at ${run.pending?.approval_url}: `);
      const tried = await decide(client, run, 'approve', { wait: 0 });
      expect(tried).toMatchObject({ state: 'awaiting_input', pending: run.pending });
      expect(mcp.host.calls).toHaveLength(calls);
      expect((await decide(client, run, 'reject')).reply).toBe('Paid: {"declined":true}');
    },
  );

  it('no form asks for a decision, and one that was shown before approves nothing any more', async () => {
    const token = mcp.grant();
    const client = { url: mcp.urlOf(), token, capabilities: { elicitation: { form: {} } } };
    const call = { name: 'send_message', arguments: { message: payment } };
    await put({ login_url, approvals: 'anywhere' });
    const { result: asked = {} } = (await sendCurrent(client, 'tools/call', call)).message;
    const requestState = String(asked['requestState']);
    await put({ login_url, approvals: 'page' });
    const answer = async (decision: string) => {
      const inputResponses = { user: { action: 'accept', content: { decision } } };
      const sent = { ...call, requestState, inputResponses };
      return (await sendCurrent(client, 'tools/call', sent)).message.result;
    };
    expect(await answer('approve')).toMatchObject({ structuredContent: { state: 'awaiting_input' } });
    expect(await answer('reject')).toMatchObject({ structuredContent: { reply: 'Paid: {"declined":true}' } });
    const fresh = await sendCurrent(client, 'tools/call', call);
    expect(fresh.message.result).toMatchObject({
      resultType: 'complete',
      structuredContent: { pending: { kind: 'confirmation' } },
    });
  });

  it('a task is not approved by an answer of its client either', async () => {
    const capabilities = { elicitation: { form: {} }, extensions: { 'io.modelcontextprotocol/tasks': {} } };
    const client = { url: mcp.urlOf(), token: mcp.grant(), capabilities };
    const call = { name: 'send_message', arguments: { message: payment } };
    const { result: held = {} } = (await sendCurrent(client, 'tools/call', call)).message;
    const { run_id, pending } = held['structuredContent'] as {
      run_id: string;
      pending: { tool_call_id: string; created_at: string; digest: string };
    };
    const key = [pending.tool_call_id, pending.created_at, pending.digest].join(' ');
    const inputResponses = { [key]: { action: 'accept', content: { decision: 'approve' } } };
    await sendCurrent(client, 'tasks/update', { taskId: run_id, inputResponses });
    const { result: task } = (await sendCurrent(client, 'tasks/get', { taskId: run_id })).message;
    expect(task).toMatchObject({
      status: 'completed',
      result: { structuredContent: { state: 'awaiting_input' } },
    });
  });
});
