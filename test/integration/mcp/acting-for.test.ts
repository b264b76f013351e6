import { beforeAll, describe, expect, it } from 'vitest';
import type { AuditEntry } from '#contract/audit.ts';
import { CookieBrowser } from '#tools/dev/browser/cookie-browser.ts';
import { confirm, threadOf } from '../../support/acting-run.ts';
import { actingPatch, publishActing, startHost } from '../../support/acting.ts';
import { connect as connectClient } from '../../support/mcp/clients.ts';
import {
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
import { directClient } from '../../support/session-tokens.ts';
import { verdict } from '../../support/verdict.ts';

const service = sharedService();
const host = perFile(startHost);
let target: Target;

beforeAll(async () => {
  const base = await mcpTarget(service);
  const gate = { type: 'confirm', approvals: 2 } as const;
  const grand = actingPatch('grand', { wired: { gate } });
  const watched = actingPatch('watched', { wired: { gate: { ...gate, exclude_subject: true } } });
  const agent = await publishActing(base.workspace.client, host, [grand, watched]);
  target = { ...base, agentId: agent.id, agentName: agent.name, resource: `${base.baseUrl}/mcp/${agent.id}` };
});

const owner = () => target.workspace.client;
const eve = async () => await directClient(owner().as('ada'), target.signer, { sub: 'ada', actor: 'eve' });

/** Eve signs in for Ada, and her client has the agent do something. */
async function sent(message: string) {
  const registered = await register(service.baseUrl);
  const { access_token: token } = await connect(target, registered, { sub: 'ada', actor: 'eve' });
  const client = await connectClient('2026-07-28', { url: target.resource, token });
  const run = await client.call('send_message', { message, new_conversation: true, wait: 5 });
  const given = async () => {
    const { pending_confirmation } = await threadOf(owner().as('ada'), run.thread_id);
    return pending_confirmation?.approvals?.given.map(({ actor, via }) => [actor, via]);
  };
  return { client, run, call: run.pending?.tool_call_id ?? '', given };
}

/** The page for a person who opens the address of a held call, and signs in for Ada. */
async function openedBy(actor: string, url: string) {
  const browser = new CookieBrowser();
  const { location } = await browser.get(url);
  const request = new URL(location).searchParams.get('request') ?? '';
  const token = await signAnswer(target, request, { sub: 'ada', actor });
  const { location: at } = await comeBack(browser, target, request, token);
  return { browser, at, page: await browser.get(at) };
}

describe('[mcp.server.actor] whoever signs in for somebody else at the login bridge', () => {
  it('is the maker of what their client asks for', async () => {
    const { client, run, call } = await sent('/call watched {}');
    expect(verdict(await confirm(await eve(), run.run_id, call))).toEqual([403, 'forbidden_approver']);
    const other = owner()
      .as('ada')
      .with({ headers: { 'service-actor': 'mia' } });
    expect((await confirm(other, run.run_id, call)).status).toBe(202);
    await client.close();
  });

  it('is the maker of a call that follows on their answer', async () => {
    const { client, run } = await sent('/call ask_user {"question":"Pay?"}\n---\n/call watched {}');
    const answered = await client.call('send_message', { message: 'Yes', wait: 5 });
    const call = answered.pending?.tool_call_id ?? '';
    expect(verdict(await confirm(await eve(), run.run_id, call))).toEqual([403, 'forbidden_approver']);
    await client.close();
  });

  it('is one approver, by the client, by the page and by the API', async () => {
    const { client, run, call, given } = await sent('/call grand {}');
    await client.call('confirm', { run_id: run.run_id, tool_call_id: call, decision: 'approve', wait: 0 });
    expect(await given()).toEqual([['eve', 'token']]);
    await confirm(await eve(), run.run_id, call);
    const { page } = await openedBy('eve', run.pending?.approval_url ?? '');
    expect(page.body).toContain('You have approved this');
    expect(await given()).toEqual([['eve', 'token']]);
    await client.close();
  });

  it('decides on the page after others who signed in for the same subject, and after the subject', async () => {
    const { client, run, call, given } = await sent('/call grand {}');
    const ada = await directClient(owner().as('ada'), target.signer, { sub: 'ada' });
    expect((await confirm(ada, run.run_id, call)).status).toBe(202);
    expect(await given()).toEqual([['ada', 'token']]);
    const { browser, page, at } = await openedBy('mia', run.pending?.approval_url ?? '');
    expect(page.body).toContain('You are <bdi>mia</bdi>, acting for <bdi>ada</bdi>.');
    await browser.submit(at, { ...hiddenFields(page), decision: 'approve', note: '' });
    const trace = await owner()
      .as('ada')
      .get<{ turns: { tool_calls: { decisions?: { actor: string }[] }[] }[] }>(
        `/v1/loom/runs/${run.run_id}/trace`,
      );
    expect(trace.data.turns[0]?.tool_calls[0]?.decisions?.map(({ actor }) => actor)).toEqual(['ada', 'mia']);
    await client.close();
  });

  it('is who has consented, in the audit log', async () => {
    const { data } = await owner().get<AuditEntry[]>('/v1/audit?type=mcp_grant.consented');
    expect(data.at(-1)).toMatchObject({ actor: 'eve', subject_ref: 'ada' });
  });
});
