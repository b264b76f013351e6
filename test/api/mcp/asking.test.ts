import type { ElicitResult } from '@modelcontextprotocol/client';
import { describe, expect, it, onTestFinished } from 'vitest';
import { settled } from '#clients/raw/conversation.ts';
import { callsOf } from '../../support/acting-run.ts';
import { ageNextApproval } from '../../support/age-approval.ts';
import {
  decide,
  type McpService,
  payment,
  proposal,
  question,
  startMcpService,
} from '../../support/mcp/mcp-service.ts';
import { type RawAnswer, sendRaw } from '../../support/mcp/raw.ts';
import { perFile } from '../../support/per-file.ts';

const mcp = perFile(startMcpService);
/** A client whose user gives these answers, in order, and what the user was asked. */
async function clientWith(answers: ElicitResult[], parts: Parameters<McpService['client']>[0] = {}) {
  const asked: { message: string; requestedSchema: unknown }[] = [];
  const client = await mcp.client({
    ...parts,
    onAsked: ({ message, requestedSchema }) => {
      asked.push({ message, requestedSchema });
      return answers.shift() ?? { action: 'cancel' };
    },
  });
  return { client, asked };
}

const accept = (content: Record<string, string>): ElicitResult => ({ action: 'accept', content });

describe('[mcp.server.asks-user] a client that can show its user a form', () => {
  it('has the user answer a question, and gets the reply as the result of the same call', async () => {
    const { client, asked } = await clientWith([accept({ answer: 'B' })]);
    const run = await client.call('send_message', {
      message: question({ question: 'Which account?', options: ['A', 'B'] }),
    });
    expect(run.reply).toBe('Heard: {"answer":"B"}');
    expect(asked).toMatchObject([
      {
        message: 'Which account?\nOptions: A, B',
        requestedSchema: {
          properties: { answer: { type: 'string', enum: ['A', 'B'] } },
          required: ['answer'],
        },
      },
    ]);
  });

  it('[confirm.shown-args] has the user decide on a held write, shown with all arguments, and the decision is the subject’s', async () => {
    const { client, asked } = await clientWith([accept({ decision: 'reject', note: 'Wrong payee' })]);
    const calls = mcp.host.calls.length;
    const run = await client.call('send_message', { message: payment });
    expect(run.reply).toBe('Paid: {"declined":true,"detail":{"note":"Wrong payee"}}');
    expect(asked.map(({ message }) => message)).toEqual([
      expect.stringMatching(
        /^Held for approval: Pay 5 to bob\nPayee: bob\nConnection: host \([\w-]{36}\)\nRisk: high\nAll arguments: \{"amount":5,"to":"bob"\}\n\/amount is said by the user; .*\n\/to is said by the user; .*$/,
      ),
    ]);
    expect(mcp.host.calls).toHaveLength(calls);
    const [call] = await callsOf(mcp.owner.client.as('ada'), run.run_id);
    expect(call?.decision).toMatchObject({ decision: 'reject', actor: 'ada', client: { name: 'Claude' } });
  });

  it('[confirm.shown-args] has nobody decide by a form on arguments that it cannot show: the pause says where to see them', async () => {
    const { client, asked } = await clientWith([accept({ decision: 'approve' })]);
    const calls = mcp.host.calls.length;
    const args = JSON.stringify({ amount: 5, to: `${'x'.repeat(16_000)} Mallory` });
    const run = await client.call('send_message', { message: `/call pay ${args}\n---\n/say Paid` });
    expect([run.state, asked, mcp.host.calls.length]).toEqual(['awaiting_input', [], calls]);
    expect(run.pending?.approval_url).toContain('/mcp/approvals/');
    expect(run.pending?.args).toEqual(JSON.parse(args));
  });

  it('has the user asked again for each thing that the run needs', async () => {
    const { client, asked } = await clientWith([accept({ answer: 'bob' }), accept({ decision: 'approve' })]);
    const message = `/call ask_user {"question": "Whom?"}\n---\n${payment}`;
    expect((await client.call('send_message', { message })).reply).toBe('Paid: {"ok":true}');
    expect(asked).toHaveLength(2);
  });

  it.each(['decline', 'cancel'] as const)(
    'gets the pause as the result if the user chooses %s',
    async (action) => {
      const { client, asked } = await clientWith([{ action }]);
      const run = await client.call('send_message', { message: payment });
      expect(run).toMatchObject({ state: 'awaiting_input', pending: { kind: 'confirmation' } });
      expect(asked).toHaveLength(1);
      expect((await decide(client, run, 'reject')).state).toBe('closed');
    },
  );

  it('is not asked for an action, which is to be done and reported', async () => {
    const { client, asked } = await clientWith([]);
    const run = await client.call('send_message', { message: proposal });
    expect([run.pending?.kind, asked]).toEqual(['action', []]);
  });

  it('[mcp.server.write-tools] is not asked for a decision without the scope write', async () => {
    const { client, asked } = await clientWith([], { token: mcp.grant({ scopes: ['read'] }) });
    const run = await client.call('send_message', { message: payment });
    expect([run.pending?.kind, asked]).toEqual(['confirmation', []]);
  });

  it('is told an answer that cannot be one, and the run still waits', async () => {
    const { client } = await clientWith([accept({ answer: '  ' })]);
    await expect(
      client.call('send_message', { message: question({ question: 'Why?' }) }),
    ).rejects.toMatchObject({
      code: 'invalid_request',
    });
    expect((await client.call('send_message', { message: 'Because' })).reply).toBe(
      'Heard: {"answer":"Because"}',
    );
  });
});

/** A call of the current revision as it is on the wire. */
async function wire(token: string, params: Record<string, unknown>): Promise<RawAnswer> {
  const capabilities = { elicitation: { form: {} } };
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientInfo': { name: 'raw', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': capabilities,
  };
  return await sendRaw(mcp.urlOf(), {
    token,
    headers: {
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': 'tools/call',
      'mcp-name': String(params['name']),
    },
    body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { ...params, _meta } },
  });
}

describe('[mcp.server.asks-user] what a client sends back', () => {
  const held = { name: 'send_message', arguments: { message: payment } };
  const approval = { user: { action: 'accept', content: { decision: 'approve' } } };

  it('counts only for the grant that was asked, and only unchanged', async () => {
    const token = mcp.grant();
    const calls = mcp.host.calls.length;
    const asked = await wire(token, held);
    expect(asked.message.result).toMatchObject({ resultType: 'input_required' });
    const requestState = String(asked.message.result?.['requestState']);
    const [version = '', payload = '', mac = ''] = requestState.split('.');
    const forged = Buffer.from(payload, 'base64url')
      .toString()
      .replace(/"exp":\d+/, '"exp":9999999999');
    for (const [sender, state] of [
      [mcp.grant(), requestState],
      [token, `${version}.${Buffer.from(forged).toString('base64url')}.${mac}`],
      [token, 'made-up'],
    ] as const) {
      const { message } = await wire(sender, { ...held, requestState: state, inputResponses: approval });
      expect(message.error).toMatchObject({ code: -32602, message: 'Invalid or expired requestState' });
    }
    expect(mcp.host.calls).toHaveLength(calls);
    const { message } = await wire(token, { ...held, requestState, inputResponses: approval });
    expect(message.result?.['structuredContent']).toMatchObject({ reply: 'Paid: {"ok":true}' });
    // A repetition decides nothing, and gets the same answer.
    const again = await wire(token, { ...held, requestState, inputResponses: approval });
    expect(JSON.stringify(again.message.result)).toContain('Paid');
    expect(mcp.host.calls).toHaveLength(calls + 1);
  });

  it('[confirm.late-execution] counts again in the same words once the call is held again, and no more for what was asked before', async () => {
    const { db } = mcp.service;
    const token = mcp.grant();
    const sent = mcp.host.calls.length;
    const stateOf = ({ message }: RawAnswer) => String(message.result?.['requestState']);
    const first = stateOf(await wire(token, held));
    const waiting = { workspace_id: mcp.owner.id, 'pauses.type': 'confirmation' } as const;
    const { _id: run_id = '', pauses } = (await db.runs.findOne(waiting, { sort: { _id: -1 } })) ?? {};
    onTestFinished(ageNextApproval(db, pauses?.[0]?.tool_call_id ?? ''));
    const asAda = mcp.owner.client.as('ada');

    await wire(token, { ...held, requestState: first, inputResponses: approval });
    expect(await settled(asAda, run_id)).toMatchObject({ state: 'awaiting_input' });
    expect(await callsOf(asAda, run_id)).toMatchObject([{ lapsed_decisions: [{ decision: 'approve' }] }]);
    const look = { name: 'get_run', arguments: { run_id } };
    const second = stateOf(await wire(token, look));

    await wire(token, { ...look, requestState: first, inputResponses: approval });
    const late = { user: { action: 'accept', content: { decision: 'approve', note: 'Now' } } };
    const refused = await wire(token, { ...look, requestState: first, inputResponses: late });
    expect(JSON.stringify(refused.message.result)).toContain('unknown_confirmation');
    const [call] = await callsOf(asAda, run_id);
    expect([call?.decision, mcp.host.calls.length]).toEqual([undefined, sent]);

    await wire(token, { ...look, requestState: second, inputResponses: approval });
    expect(await settled(asAda, run_id)).toMatchObject({ state: 'closed' });
    expect(mcp.host.calls).toHaveLength(sent + 1);
  });

  it('counts for nothing once the scope write is gone', async () => {
    const token = mcp.grant();
    const asked = await wire(token, held);
    const requestState = String(asked.message.result?.['requestState']);
    const reduced = mcp.tokens.again(token, { scopes: ['read'] });
    const { message } = await wire(reduced, { ...held, requestState, inputResponses: approval });
    expect(JSON.stringify(message.result)).toContain('insufficient_scope');
  });

  it('answers a question once, and a repetition starts no run of its own', async () => {
    const token = mcp.grant();
    const call = { name: 'send_message', arguments: { message: question({ question: 'Why?' }) } };
    const asked = await wire(token, call);
    const requestState = String(asked.message.result?.['requestState']);
    const inputResponses = { user: { action: 'accept', content: { answer: 'So' } } };
    const first = await wire(token, { ...call, requestState, inputResponses });
    const again = await wire(token, { ...call, requestState, inputResponses });
    expect(first.message.result?.['structuredContent']).toMatchObject({ reply: 'Heard: {"answer":"So"}' });
    expect(again.message.result?.['structuredContent']).toEqual(first.message.result?.['structuredContent']);
  });
});
