import { afterAll, beforeAll, expect, it } from 'vitest';
import { fromLines, toLines } from '#console/pages/company-sign-in/role-lines.ts';
import type { Trace } from '#contract/run.ts';
import { redirectUriOf } from '#contract/console-sign-in.ts';
import { converse, startThread } from '#clients/raw/conversation.ts';
import { putGroup } from '../support/approver-groups.ts';
import { type ConsolePage, startConsole } from '../support/console.ts';
import { german, payBy, payeeOf, publishPayer } from '../support/paying-console.ts';
import { startRealProvider } from '../support/oidc/real-provider.ts';
import { clientId, clientSecret } from '#tools/dev/stand-ins/oidc-provider.ts';
import { perFile } from '../support/per-file.ts';

const stage = perFile(startConsole);
let provider: Awaited<ReturnType<typeof startRealProvider>>;
beforeAll(async () => {
  provider = await startRealProvider(redirectUriOf(stage.service.baseUrl, stage.workspaceId));
});
afterAll(async () => await provider.stop());

const roles = {
  viewers: 'viewer',
  makers: 'maker',
  approvers: 'approver',
  auditors: 'auditor',
  admins: 'admin',
} as const;
const setUp = async (more: object = {}) => {
  const answer = await stage.client.ofWorkspace().send('PUT', '/v1/console/sign-in', {
    json: {
      issuer: provider.issuer,
      client_id: clientId,
      client_secret: clientSecret,
      roles_claim: 'groups',
      roles,
      ...more,
    },
  });
  expect(answer.status).toBe(200);
};

/** Signs in at the pages of the provider, and allows the console to know who it is. */
async function signInAtProvider(page: ConsolePage, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Continue with your company account' }).click();
  await page.getByPlaceholder('Enter any login').fill(name);
  await page.getByPlaceholder('and password').fill('anything');
  await page.getByRole('button', { name: 'Sign-in' }).click();
  await page.getByRole('button', { name: 'Continue' }).click();
}

/** A page of somebody who has just signed in. */
async function openAs(name: string, back: string): Promise<ConsolePage> {
  const page = await stage.open(`/sign-in?workspace=${stage.workspaceId}&back=${encodeURIComponent(back)}`, {
    name: null,
  });
  await signInAtProvider(page, name);
  await page.waitForURL(`**/console${back}`);
  // The pages of the provider want fonts of another host.
  page.complaints.length = 0;
  return page;
}

it('[console.company-sign-in] an admin sets the provider up, and people sign in there, back to where they wanted to go', async () => {
  const page = await stage.open('/sign-in-settings', { name: 'Root', alone: true });
  await page.getByLabel('Issuer').fill(provider.issuer);
  await page.getByLabel('Client id').fill(clientId);
  await page.getByLabel('Client secret').fill(clientSecret);
  await page.getByLabel('Claim that decides on roles').fill('groups');
  await page.getByLabel('Roles', { exact: true }).fill(toLines(roles));
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Saved', { exact: true }).waitFor();
  // From now on, a session that a key opened only looks.
  await page.getByText('you have read-only access').waitFor();
  expect(page.complaints).toEqual([]);
  await page.close();

  const admin = await openAs('admin', '/sign-in-settings');
  await admin.getByRole('heading', { name: 'Sign-in', level: 1 }).waitFor();
  await expect.poll(async () => await admin.getByLabel('Issuer').inputValue()).toBe(provider.issuer);
  expect(await admin.getByLabel('Client secret').inputValue()).toBe('');
  const person = admin.getByRole('button', { name: /admin@example.com/ });
  expect(await person.textContent()).toContain('admin@example.comadmin');
  const kept = await admin.evaluate('document.cookie + JSON.stringify({...localStorage, ...sessionStorage})');
  expect(kept).toBe(JSON.stringify({ 'heddle-sign-in-workspace': stage.workspaceId }));
  await person.click();
  await admin.getByRole('menuitem', { name: 'Sign out' }).click();
  // The browser knows where its person belongs.
  await admin.getByRole('button', { name: 'Continue with your company account' }).waitFor();
  await admin.close();
});

it('[console.role-shown] what a role may not do cannot be pressed and says why, and an approver decides', async () => {
  await setUp();
  const client = stage.client.as('ada');
  const thread = await startThread(client, stage.agent.id);
  const { id: run } = await converse(
    client,
    thread,
    '/call send_payment {"amount":10,"currency":"EUR","to":"Bo"}\n---\n/say Paid.',
  );

  const viewer = await openAs('viewer', '/inbox');
  const approve = viewer.getByRole('button', { name: 'Approve', exact: true });
  await approve.waitFor();
  expect(await approve.isDisabled()).toBe(true);
  expect(await approve.getAttribute('title')).toBe('This needs the role approver or admin. You are viewer.');
  await viewer.goto('/console/agents');
  const publish = viewer.getByRole('button', { name: /^Publish / }).first();
  await publish.waitFor();
  expect(await publish.isDisabled()).toBe(true);
  expect(viewer.complaints).toEqual([]);
  await viewer.close();

  const approver = await openAs('approver', '/inbox');
  await approver.getByRole('button', { name: 'Approve', exact: true }).click();
  const decision = async () =>
    (await client.get<Trace>(`/v1/loom/runs/${run}/trace`)).data.turns[0]?.tool_calls[0]?.decision;
  await expect
    .poll(decision)
    .toMatchObject({ actor: 'approver@example.com', credential: { kind: 'console_sign_in' } });
  await approver.close();
});

it('[console.role-shown] [console.audit] each role is offered what it may do on the pages of policies, groups, budgets, payees, payments and the audit log', async () => {
  await setUp();
  await putGroup(stage.client.ofWorkspace(), 'finance', { name: 'Finance', members: ['eve'] });
  const { tool_call_id, sent_at } = await payBy(stage, await publishPayer(stage), {
    amount: 1,
    iban: german,
  });
  const payeePath = `/payees/${(await payeeOf(stage, german)).id}`;
  const paymentPath = `/payments?payment=${tool_call_id}&at=${sent_at}`;
  const offered: Record<string, string[]> = {};
  for (const role of Object.values(roles)) {
    const page = await openAs(role, '/approver-groups');
    const isOffered = async (name: string): Promise<boolean> => {
      const button = page.getByRole('button', { name, exact: true });
      await button.waitFor();
      return await button.isEnabled();
    };
    const may: string[] = (offered[role] = []);
    for (const [path, name] of [
      ['/approver-groups', 'New group'],
      ['/approver-groups', 'Delete Finance'],
      ['/approval-policies', 'Publish a policy'],
      ['/approval-policies/draft', 'Simulate'],
      ['/approval-policies/draft', 'Publish…'],
      ['/budgets', 'New budget'],
      ['/payees', 'Add payee'],
      [payeePath, 'Block'],
      [payeePath, 'Change'],
      [payeePath, 'Delete'],
      [paymentPath, 'Report'],
      ['/audit', 'Verify'],
    ] as const) {
      if (!page.url().endsWith(path)) await page.goto(`/console${path}`);
      if (path.endsWith('/draft')) await page.getByLabel('Key', { exact: true }).fill('payments');
      if (await isOffered(name)) may.push(name);
      // A draft asks before it is left.
      if (name === 'Publish…') await page.getByLabel('Key', { exact: true }).fill('');
    }
    if (!may.includes('Verify'))
      await page.getByText(/^This needs the role auditor or admin. You are/).waitFor();
    expect(page.complaints).toEqual([]);
    await page.close();
  }
  expect(offered).toEqual({
    viewer: [],
    maker: ['Publish a policy', 'Simulate'],
    approver: ['Block'],
    auditor: ['Verify'],
    admin: [
      'New group',
      'Delete Finance',
      'Publish a policy',
      'Simulate',
      'Publish…',
      'New budget',
      'Add payee',
      'Block',
      'Change',
      'Delete',
      'Report',
      'Verify',
    ],
  });
});

it('[console.company-sign-in] a session that ends is begun again in another tab, and the page goes on as it was', async () => {
  await setUp();
  const page = await openAs('maker', '/inbox');
  await page.getByRole('heading', { name: 'Inbox', level: 1 }).waitFor();
  await stage.service.db.console_sessions.deleteMany({ workspace_id: stage.workspaceId });
  const link = page.getByRole('link', { name: 'Sign in with your company account' });
  const [tab] = await Promise.all([page.context().waitForEvent('page'), link.click()]);
  // The provider still knows who it is.
  await tab.getByRole('button', { name: 'Continue with your company account' }).click();
  await page.getByRole('heading', { name: 'Sign in again' }).waitFor({ state: 'detached' });
  await page.getByRole('heading', { name: 'Inbox', level: 1 }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/console/inbox');
  await page.close();
});

it('[console.company-sign-in] a provider that is away is said on the page, with a code', async () => {
  await setUp();
  await provider.stop();
  try {
    const page = await stage.open(`/sign-in?workspace=${stage.workspaceId}`, { name: null });
    await page.getByRole('button', { name: 'Continue with your company account' }).click();
    await page.getByRole('alert').getByText('identity_provider_error').waitFor();
    expect(new URL(page.url()).pathname).toBe('/console/sign-in');
    await page.close();
  } finally {
    provider = await startRealProvider(redirectUriOf(stage.service.baseUrl, stage.workspaceId));
  }
});

it('[console.company-sign-in] roles are written line by line', () => {
  expect(fromLines(toLines(roles))).toEqual(roles);
  expect(fromLines('cn=ops,dc=example = maker\n\n')).toEqual({ 'cn=ops,dc=example': 'maker' });
  for (const wrong of ['admin', 'a = owner', '= admin'])
    expect(() => fromLines(wrong)).toThrow(/value = role/);
});
