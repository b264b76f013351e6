import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { ToolRun } from '#contract/mcp-tools.ts';
import { type BrowserAnswer, CookieBrowser } from '#tools/dev/browser/cookie-browser.ts';
import { callsOf } from '../../support/acting-run.ts';
import { actingPatch, publishActing, startHost } from '../../support/acting.ts';
import { ageNextApproval } from '../../support/age-approval.ts';
import { connect as connectClient, type Connecting, type McpClient } from '../../support/mcp/clients.ts';
import {
  bridgeUrl,
  comeBack,
  connect,
  hiddenFields,
  mcpTarget,
  register,
  signAnswer,
  type Target,
} from '../../support/mcp/oauth-flow.ts';
import { perFile } from '../../support/per-file.ts';
import { sharedService } from '../../support/service.ts';
import { registerSigner } from '../../support/session-tokens.ts';

const payment = '/call pay {"amount": 5, "to": "<b>bob</b>"}\n---\n/say Paid: {{last}}';

const service = sharedService();
const host = perFile(startHost);
let target: Target;
let tokenOf: (sub: string, scope?: string) => Promise<string>;

beforeAll(async () => {
  const base = await mcpTarget(service);
  const pay = actingPatch('pay', {
    wired: { gate: 'confirm' },
    request: { method: 'POST', path: '/pay', body: { amount: '{{amount}}', to: '{{to}}' } },
    summary: { title: 'Pay {{amount}}', fields: [{ label: 'Payee', value: '{{to}}' }] },
  });
  const transfer = actingPatch('transfer', {
    wired: { gate: 'confirm' },
    reliability: { idempotent: false, retry: 'none', key: ['/to'] },
  });
  const gate = { type: 'confirm', approvals: 2 } as const;
  const grand = actingPatch('grand', { wired: { gate } });
  const agent = await publishActing(base.workspace.client, host, [pay, transfer, grand]);
  target = { ...base, agentId: agent.id, agentName: agent.name, resource: `${base.baseUrl}/mcp/${agent.id}` };
  const registered = await register(service.baseUrl);
  tokenOf = async (sub, scope = 'read write') =>
    (await connect(target, registered, { sub, scope })).access_token;
});

async function clientOf(sub: string, parts: Partial<Connecting> = {}): Promise<McpClient> {
  return await connectClient('2026-07-28', { url: target.resource, token: await tokenOf(sub), ...parts });
}

/** Opens an address, signs somebody in, and resolves to the page that they see. */
async function open(
  browser: CookieBrowser,
  url: string,
  sub: string,
): Promise<{ at: string; page: BrowserAnswer }> {
  const sent = await browser.get(url);
  expect([sent.status, sent.location.startsWith(bridgeUrl), sent.body.includes('bob')]).toEqual([
    303,
    true,
    false,
  ]);
  const request = new URL(sent.location).searchParams.get('request') ?? '';
  const back = await comeBack(browser, target, request, await signAnswer(target, request, { sub }));
  expect(back.status).toBe(303);
  return { at: back.location, page: await browser.get(back.location) };
}

/** A run that holds a write of Ada's, and the page on which she is shown it. */
async function shownHeld(client: McpClient, message = payment) {
  const run = await client.call('send_message', { message, new_conversation: true });
  const browser = new CookieBrowser();
  const url = run.pending?.approval_url ?? '';
  return { run, browser, url, ...(await open(browser, url, 'ada')) };
}

async function decideAt(url: string, sub: string, decision: string, note = ''): Promise<BrowserAnswer> {
  const browser = new CookieBrowser();
  const { at, page } = await open(browser, url, sub);
  return await browser.submit(at, { ...hiddenFields(page), note, decision });
}

/** A run that holds a payment of Ada's. */
async function held(client: McpClient): Promise<ToolRun & { url: string }> {
  const run = await client.call('send_message', { message: payment, new_conversation: true });
  return { ...run, url: run.pending?.approval_url ?? '' };
}

describe('[mcp.server.approval-page] a client that can open pages', () => {
  it('sends its user to the page, and gets the result of what the user decided there', async () => {
    const opened: string[] = [];
    const client = await clientOf('ada', {
      onPage: async ({ url, message }) => {
        opened.push(message);
        expect((await decideAt(url, 'ada', 'approve')).body).toContain('You have approved this');
        return { action: 'accept' };
      },
    });
    const calls = host.calls.length;
    const run = await client.call('send_message', { message: payment });
    expect(run.reply).toBe('Paid: {"ok":true}');
    expect([opened.length, host.calls.length]).toEqual([1, calls + 1]);
    const [call] = await callsOf(target.workspace.client.as('ada'), run.run_id);
    expect(call?.decision).toMatchObject({ decision: 'approve', actor: 'ada' });
    expect(call?.decision?.client).toBeUndefined();
    await client.close();
  });

  it('is led to the page for each write that the run holds, one after the other', async () => {
    const opened: string[] = [];
    const client = await clientOf('ada', {
      onPage: async ({ url }) => {
        opened.push(url);
        await decideAt(url, 'ada', 'approve');
        return { action: 'accept' };
      },
    });
    const twice =
      '/call pay {"amount":1,"to":"a"}\n---\n/call pay {"amount":2,"to":"b"}\n---\n/say Paid both';
    expect((await client.call('send_message', { message: twice })).reply).toBe('Paid both');
    expect(new Set(opened).size).toBe(2);
    await client.close();
  });

  it('approves nothing by what it says itself, nor by the tool confirm', async () => {
    const calls = host.calls.length;
    const client = await clientOf('ada', {
      onPage: () => ({ action: 'accept', content: { decision: 'approve' } }),
    });
    const run = await client.call('send_message', { message: payment, wait: 2, new_conversation: true });
    expect(run).toMatchObject({ state: 'awaiting_input', pending: { kind: 'confirmation' } });
    const { run_id, pending } = run;
    const args = { run_id, tool_call_id: pending?.tool_call_id, decision: 'approve', wait: 1 };
    expect(await client.call('confirm', args)).toMatchObject({ state: 'awaiting_input' });
    expect(host.calls).toHaveLength(calls);
    // A model may say no.
    const rejected = await client.call('confirm', { ...args, decision: 'reject', wait: 30 });
    expect(rejected.reply).toBe('Paid: {"declined":true}');
    await client.close();
  });
});

describe('[mcp.server.approval-page] a sign-in', () => {
  it('is for what it showed first: once the call is held anew, the page asks to sign in again', async () => {
    const client = await clientOf('ada');
    const { run, browser, at, page, url } = await shownHeld(client);
    const { run_id, pending } = run;
    const call = pending?.tool_call_id ?? '';
    onTestFinished(ageNextApproval(service.db, call));
    const other = new CookieBrowser();
    const elsewhere = await open(other, url, 'ada');
    await other.submit(elsewhere.at, { ...hiddenFields(elsewhere.page), decision: 'approve' });
    const asAda = target.workspace.client.as('ada');
    await expect
      .poll(async () => await callsOf(asAda, run_id))
      .toMatchObject([{ lapsed_decisions: [{ decision: 'approve' }] }]);
    await expect.poll(async () => (await client.call('get_run', { run_id })).state).toBe('awaiting_input');
    // The page that was left open, its form, and the one by which the first decision was taken.
    const again = await browser.get(at);
    expect([again.status, again.location]).toEqual([303, url]);
    expect((await browser.get(url)).location.startsWith(bridgeUrl)).toBe(true);
    const form = { ...hiddenFields(page), decision: 'approve' };
    const late = await browser.submit(at, form);
    expect([late.status, late.body.includes('Your decision was not accepted')]).toEqual([404, true]);
    expect((await other.get(elsewhere.at)).location).toBe(url);
    expect((await client.call('get_run', { run_id })).state).toBe('awaiting_input');
    await decideAt(url, 'ada', 'approve');
    expect((await client.call('get_run', { run_id, wait: 30 })).reply).toBe('Paid: {"ok":true}');
    await client.close();
  });

  it('is for one decision: after the user took it back, the page that was left open decides nothing more', async () => {
    const client = await clientOf('ada');
    const grand = '/call grand {"amount":5}\n---\n/say Done';
    const { run, browser, at, page, url } = await shownHeld(client, grand);
    const form = { ...hiddenFields(page), decision: 'approve' };
    expect((await browser.submit(at, form)).body).toContain('You have approved this');
    const path = `/v1/loom/runs/${run.run_id}`;
    const asAda = target.workspace.client.as('ada');
    const withdrawn = await asAda.post(`${path}/withdraw`, { tool_call_id: run.pending?.tool_call_id });
    expect(withdrawn.status).toBe(202);
    const retried = await browser.submit(at, { ...form, note: 'Once more' });
    expect([retried.status, retried.body.includes('You have decided here already')]).toEqual([409, true]);
    expect((await browser.submit(at, { ...form, decision: 'reject' })).status).toBe(409);
    expect((await browser.get(at)).location).toBe(url);
    const { pending } = await client.call('get_run', { run_id: run.run_id });
    expect(pending?.approvals?.given).toEqual([]);
    await client.close();
  });
});

describe('[mcp.server.approval-page] a note on the page', () => {
  it('arrives as it was typed, with its lines', async () => {
    const client = await clientOf('ada');
    const { run, browser, at, page } = await shownHeld(client);
    const note = `${'x'.repeat(3998)}\r\ny`;
    await browser.submit(at, { ...hiddenFields(page), decision: 'reject', note });
    const { reply = '' } = await client.call('get_run', { run_id: run.run_id, wait: 30 });
    expect(reply).toContain(String.raw`xx\ny"}`);
    await client.close();
  });

  it.each([
    ['too long', 'x'.repeat(4001), 422],
    ['far too long', 'x'.repeat(70_000), 413],
  ])('that is %s is refused in words, and the write is still held', async (_, note, status) => {
    const client = await clientOf('ada');
    const { run, browser, at, page } = await shownHeld(client);
    const answer = await browser.submit(at, { ...hiddenFields(page), decision: 'approve', note });
    expect([answer.status, answer.body.includes('Your decision was not accepted')]).toEqual([status, true]);
    expect((await client.call('get_run', { run_id: run.run_id })).state).toBe('awaiting_input');
    expect((await browser.submit(at, { ...hiddenFields(page), decision: 'reject' })).status).toBe(200);
    await client.close();
  });
});

describe('[mcp.server.approval-page] the page of a held call', () => {
  it('shows all of it without running any of it, and rejects with a note', async () => {
    const client = await clientOf('ada');
    const { url, run_id } = await held(client);
    const browser = new CookieBrowser();
    const { at, page } = await open(browser, url, 'ada');
    expect(page.status).toBe(200);
    expect(page.body).toContain('Payee: &lt;b&gt;bob&lt;/b&gt;');
    expect(page.body).toContain('All arguments: {&quot;amount&quot;:5,');
    expect(page.body).toContain('<dt>Call</dt><dd><bdi>pay@1</bdi></dd>');
    expect(page.body).not.toMatch(/<b>bob|<script/);
    expect(page.headers.get('content-security-policy')).toMatch(
      /default-src 'none'.*form-action 'self';.*frame-ancestors 'none'/,
    );
    const form = { ...hiddenFields(page), note: 'Not to him', decision: 'reject' };
    expect((await browser.submit(at, form)).body).toContain('You have rejected this');
    const done = await client.call('get_run', { run_id, wait: 30 });
    expect(done.reply).toBe('Paid: {"declined":true,"detail":{"note":"Not to him"}}');
    // Repeating the same form gets the same answer, and another decision is refused.
    expect((await browser.submit(at, form)).status).toBeLessThan(500);
    const other = await browser.submit(at, { ...form, decision: 'approve' });
    expect(other.body).not.toContain('You have approved this');
    expect((await browser.get(at)).body).toContain('Nothing is held any more');
    await client.close();
  });

  it('shows that a write repeats an earlier one', async () => {
    const client = await clientOf('ada');
    const message = '/call transfer {"to":"Bo"}\n---\n/say Sent';
    const first = await client.call('send_message', { message, new_conversation: true });
    await decideAt(first.pending?.approval_url ?? '', 'ada', 'approve');
    const { run_id, thread_id } = await client.call('get_run', { run_id: first.run_id, wait: 30 });
    const { pending } = await client.call('send_message', { message, thread_id });
    expect(pending?.repeats).toMatchObject({ run_id, status: 'ok' });
    const { page } = await open(new CookieBrowser(), pending?.approval_url ?? '', 'ada');
    expect(page.body).toContain('A call with the same effect was made at');
    await client.close();
  });

  it('is over once the key that vouched for its user is revoked', async () => {
    const client = await clientOf('ada');
    const { url, run_id } = await held(client);
    const signer = await registerSigner(target.workspace.client);
    const browser = new CookieBrowser();
    const request = new URL((await browser.get(url)).location).searchParams.get('request') ?? '';
    const signed = await signAnswer({ signer }, request, { sub: 'ada' });
    const { location } = await comeBack(browser, target, request, signed);
    const page = await browser.get(location);
    expect(page.status).toBe(200);
    await target.workspace.client.send('DELETE', `/v1/signing-keys/${signer.kid}`);
    const tried = await browser.submit(location, { ...hiddenFields(page), decision: 'approve' });
    expect(tried.status).toBe(400);
    expect((await client.call('get_run', { run_id })).state).toBe('awaiting_input');
    await client.close();
  });

  it('is nothing to another user who opens the address, nor to another workspace', async () => {
    const calls = host.calls.length;
    const client = await clientOf('ada');
    const { url, run_id } = await held(client);
    const browser = new CookieBrowser();
    const { at, page } = await open(browser, url, 'eve');
    expect([page.status, page.body.includes('bob')]).toEqual([404, false]);
    const tried = await browser.submit(at, { decision: 'approve', form_token: 'x' });
    expect(tried.status).toBe(404);
    const stranger = await mcpTarget(service);
    const elsewhere = new CookieBrowser();
    const request = new URL((await elsewhere.get(url)).location).searchParams.get('request') ?? '';
    const signed = await signAnswer(stranger, request, { sub: 'ada' });
    expect((await comeBack(elsewhere, target, request, signed)).status).toBe(403);
    expect((await client.call('get_run', { run_id })).state).toBe('awaiting_input');
    expect(host.calls).toHaveLength(calls);
    await client.close();
  });

  it('counts only in the browser that began, only with its own form, and only for what it showed', async () => {
    const client = await clientOf('ada');
    const [first, second] = [await held(client), await held(client)];
    const browser = new CookieBrowser();
    const { at, page } = await open(browser, first.url, 'ada');
    const other = await open(browser, second.url, 'ada');
    const fields = hiddenFields(page);
    const tries: [CookieBrowser, Record<string, string>, number][] = [
      [new CookieBrowser(), fields, 400],
      [browser, { ...fields, form_token: '' }, 403],
      [browser, { ...fields, digest: '' }, 403],
      [browser, { ...fields, since: '2020-01-01T00:00:00.000Z' }, 403],
      [browser, { ...hiddenFields(other.page) }, 403],
      [browser, { ...fields, decision: 'perhaps' }, 422],
    ];
    for (const [from, form, status] of tries) {
      expect((await from.submit(at, { decision: 'approve', ...form })).status).toBe(status);
    }
    expect((await new CookieBrowser().get(at)).status).toBe(400);
    expect((await client.call('get_run', { run_id: first.run_id })).state).toBe('awaiting_input');
    await client.close();
  });

  it('is not told to a client without the scope write, and is over with the grant', async () => {
    const reader = await connectClient('2026-07-28', {
      url: target.resource,
      token: await tokenOf('rita', 'read'),
      onPage: () => ({ action: 'accept' }),
    });
    const run = await reader.call('send_message', { message: payment });
    expect([run.pending?.kind, run.pending?.approval_url]).toEqual(['confirmation', undefined]);
    const guessed = `${target.baseUrl}/mcp/approvals/${target.agentId}/${run.run_id}/${run.pending?.tool_call_id ?? ''}`;
    expect((await open(new CookieBrowser(), guessed, 'rita')).page.status).toBe(404);
    await reader.close();
  });

  it('tells a stranger nothing: addresses of calls that do not exist look the same', async () => {
    const { run_id } = { run_id: '01900000-0000-7000-8000-000000000000' };
    const made = `${target.baseUrl}/mcp/approvals/${target.agentId}/${run_id}/${run_id}`;
    const sent = await new CookieBrowser().get(made);
    expect([sent.status, sent.location.startsWith(bridgeUrl)]).toEqual([303, true]);
    for (const path of ['x/y/z', `${target.agentId}/x/${run_id}`, `${target.agentId}/${run_id}/..%2f`]) {
      expect((await new CookieBrowser().get(`${target.baseUrl}/mcp/approvals/${path}`)).status).toBe(404);
    }
  });
});
