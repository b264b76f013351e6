import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { sendCurrent } from '../../support/mcp/current-revision.ts';
import { payment, proposal, question, startMcpService } from '../../support/mcp/mcp-service.ts';
import type { RawAnswer } from '../../support/mcp/raw.ts';
import { perFile } from '../../support/per-file.ts';

const mcp = perFile(startMcpService);

const tasks = { extensions: { 'io.modelcontextprotocol/tasks': {} } };
const withForms = { ...tasks, elicitation: { form: {} } };
const withPages = { ...tasks, elicitation: { form: {}, url: {} } };

/** Requests of a client with a token. */
function clientOf(token: string, capabilities: object) {
  const send = async (method: string, params: Record<string, unknown>) =>
    await sendCurrent({ url: mcp.urlOf(), token, capabilities }, method, params);
  return {
    say: async (message: string, more = {}) =>
      resultOf(await send('tools/call', { name: 'send_message', arguments: { message, ...more } })),
    get: async (taskId: unknown) => resultOf(await send('tasks/get', { taskId })),
    send,
  };
}

function resultOf({ message, text }: RawAnswer): Record<string, unknown> {
  if (message.result === undefined) throw new Error(`there is no result: ${text}`);
  return message.result;
}

/** The task once it has a status. */
async function until(client: ReturnType<typeof clientOf>, taskId: unknown, status: string) {
  return await expect
    .poll(async () => await client.get(taskId), { timeout: 20_000 })
    .toMatchObject({ status });
}

describe('[mcp.server.tasks] a client that takes tasks', () => {
  it('gets the result at once if the run ends while the call waits', async () => {
    const client = clientOf(mcp.grant(), withForms);
    const done = await client.say('/say Hello');
    expect(done).toMatchObject({ resultType: 'complete', structuredContent: { reply: 'Hello' } });
  });

  it('gets a task for a run that pauses, is asked, answers, and finds the result of the call in the task', async () => {
    const client = clientOf(mcp.grant(), withForms);
    const task = await client.say(question({ question: 'Which?' }));
    expect(task).toMatchObject({ resultType: 'task', status: 'input_required', ttlMs: null });
    const { taskId } = task;
    const asked = await client.get(taskId);
    const requests = asked['inputRequests'] as Record<string, { params: object }>;
    const [key = ''] = Object.keys(requests);
    expect(asked).toMatchObject({ resultType: 'complete', taskId, status: 'input_required' });
    expect(requests[key]).toMatchObject({ method: 'elicitation/create', params: { message: 'Which?' } });
    const ignored = { other: { action: 'accept', content: { answer: 'No' } } };
    expect(resultOf(await client.send('tasks/update', { taskId, inputResponses: ignored }))).toMatchObject({
      resultType: 'complete',
    });
    expect((await client.get(taskId))['status']).toBe('input_required');
    const inputResponses = { [key]: { action: 'accept', content: { answer: 'This' } } };
    await client.send('tasks/update', { taskId, inputResponses });
    await until(client, taskId, 'completed');
    expect((await client.get(taskId))['result']).toMatchObject({
      structuredContent: { reply: 'Heard: {"answer":"This"}' },
    });
  });

  it('decides on a held write by a form, and never where it can send its user to the page', async () => {
    const token = mcp.grant();
    const [forms, pages] = [clientOf(token, withForms), clientOf(token, withPages)];
    const { taskId } = await forms.say(payment);
    const byPage = (await pages.get(taskId))['inputRequests'] as Record<string, { params: { url: string } }>;
    const [key = ''] = Object.keys(byPage);
    expect(byPage[key]?.params).toMatchObject({ mode: 'url' });
    expect(new URL(byPage[key]?.params.url ?? '').pathname).toMatch(
      new RegExp(`^/mcp/approvals/${mcp.agent.id}/${String(taskId)}/[\\w-]{36}$`),
    );
    const inputResponses = { [key]: { action: 'accept', content: { decision: 'approve' } } };
    await pages.send('tasks/update', { taskId, inputResponses });
    expect((await pages.get(taskId))['status']).toBe('input_required');
    const calls = mcp.host.calls.length;
    await forms.send('tasks/update', { taskId, inputResponses });
    await until(forms, taskId, 'completed');
    expect(mcp.host.calls).toHaveLength(calls + 1);
  });

  it('has a task for a run that is still at work, and cancels it', async () => {
    const release = mcp.holdHost();
    const client = clientOf(mcp.grant(), tasks);
    const task = await client.say('/call note {}\n---\n/say Done', { wait: 0 });
    expect(task).toMatchObject({ resultType: 'task', status: 'working' });
    const { taskId } = task;
    expect(resultOf(await client.send('tasks/cancel', { taskId }))).toMatchObject({ resultType: 'complete' });
    release();
    await until(client, taskId, 'cancelled');
  });

  it('without forms and pages gets what its model has to do as a result', async () => {
    const client = clientOf(mcp.grant(), tasks);
    for (const message of [proposal, payment]) {
      expect(await client.say(message, { new_conversation: true })).toMatchObject({
        resultType: 'complete',
        structuredContent: { pending: expect.any(Object) as object },
      });
    }
  });

  it('with the scope read has a task that works until somebody decides in the application', async () => {
    const client = clientOf(mcp.grant({ scopes: ['read'] }), withPages);
    const task = await client.say(payment);
    expect(task).toMatchObject({ resultType: 'task', status: 'working' });
    const refused = await client.send('tasks/cancel', { taskId: task['taskId'] });
    expect(refused.status).toBe(403);
    const { taskId } = task;
    const waiting = await client.get(taskId);
    expect([waiting['status'], waiting['inputRequests']]).toEqual(['working', undefined]);
  });
});

describe('[mcp.server.tasks] the methods of tasks', () => {
  it('are closed to other grants, and tell them as little as of a task that does not exist', async () => {
    const owner = clientOf(mcp.grant(), withForms);
    const { taskId } = await owner.say(payment);
    const unknown = '01900000-0000-7000-8000-000000000000';
    for (const other of [
      clientOf(mcp.grant(), withForms),
      clientOf(mcp.grant({ subject_ref: 'eve' }), withForms),
    ]) {
      for (const method of ['tasks/get', 'tasks/update', 'tasks/cancel']) {
        for (const id of [taskId, unknown, 'x', '../x']) {
          const { message } = await other.send(method, { taskId: id, inputResponses: {} });
          expect([method, message.error?.code]).toEqual([method, -32_602]);
        }
      }
    }
    expect((await owner.get(taskId))['status']).toBe('input_required');
  });

  it('are refused to a client that does not declare the extension, and never used towards it', async () => {
    const token = mcp.grant();
    const { taskId } = await clientOf(token, withForms).say(payment);
    const plain = clientOf(token, { elicitation: { form: {} } });
    for (const method of ['tasks/get', 'tasks/update', 'tasks/cancel']) {
      const { message } = await plain.send(method, { taskId, inputResponses: {} });
      expect(message.error).toMatchObject({
        code: -32_021,
        data: { requiredCapabilities: { extensions: { 'io.modelcontextprotocol/tasks': {} } } },
      });
    }
    const look = { name: 'get_run', arguments: { run_id: taskId } };
    expect(resultOf(await plain.send('tools/call', look))).toMatchObject({ resultType: 'input_required' });
  });

  it('are found and used by the official client', async () => {
    const token = mcp.grant();
    const { taskId } = await clientOf(token, tasks).say('/call note {}\n---\n/say Done', {
      wait: 0,
    });
    const client = new Client(
      { name: 'official', version: '1' },
      { versionNegotiation: { mode: 'auto' }, capabilities: tasks },
    );
    const requestInit = { headers: { Authorization: `Bearer ${token}` } };
    await client.connect(new StreamableHTTPClientTransport(new URL(mcp.urlOf()), { requestInit }));
    expect(client.getServerCapabilities()?.extensions).toMatchObject({ 'io.modelcontextprotocol/tasks': {} });
    const Task = z.looseObject({ taskId: z.string(), status: z.string(), result: z.unknown().optional() });
    await expect
      .poll(async () => await client.request({ method: 'tasks/get', params: { taskId } }, Task))
      .toMatchObject({ taskId, status: 'completed', result: { structuredContent: { reply: 'Done' } } });
    await client.close();
  });
});
