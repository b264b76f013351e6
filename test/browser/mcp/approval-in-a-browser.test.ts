import { AxeBuilder } from '@axe-core/playwright';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startChromium, stepTimeoutMs } from '#tools/dev/browser/chromium.ts';
import type { LoopbackServer } from '#tools/dev/loopback-server.ts';
import { startDemoBridge } from '#tools/dev/stack/demo-bridge.ts';
import { actingPatch, publishActing, startHost } from '../../support/acting.ts';
import { connect as connectClient } from '../../support/mcp/clients.ts';
import { connect, mcpTarget, register, type Target } from '../../support/mcp/oauth-flow.ts';
import { perFile } from '../../support/per-file.ts';
import { sharedService } from '../../support/service.ts';

const service = sharedService();
const host = perFile(startHost);
let target: Target;
let token: string;
let bridge: LoopbackServer;
let browser: Browser;

beforeAll(async () => {
  const base = await mcpTarget(service);
  const { client } = base.workspace;
  const pay = actingPatch('pay', {
    wired: { gate: { type: 'confirm', approvals: 2 } },
    risk: { base: 'high' },
    summary: { title: 'Pay {{amount}}', fields: [{ label: 'Payee', value: '{{to}}' }] },
  });
  const agent = await publishActing(client, host, [pay]);
  target = { ...base, agentId: agent.id, agentName: agent.name, resource: `${base.baseUrl}/mcp/${agent.id}` };
  // As long as there is no bridge with a form.
  token = (await connect(target, await register(service.baseUrl), { sub: 'ada' })).access_token;
  const { kid, registered } = base.signer;
  [bridge, browser] = await Promise.all([
    startDemoBridge(0, { baseUrl: service.baseUrl, kid, secret: registered.secret ?? '' }),
    startChromium(),
  ]);
  await client.send('PUT', '/v1/mcp/settings', { json: { login_url: `${bridge.url}/login` } });
});
afterAll(async () => await Promise.all([browser.close(), bridge.stop()]));

it.each([
  ['light', 'reject', 'You have rejected this'],
  ['dark', 'approve', 'You have approved this'],
] as const)(
  '[mcp.server.approval-page] in the %s scheme, a user signs in, reads what is held, and can %s it, and axe finds no fault',
  async (colorScheme, decision, end) => {
    const client = await connectClient('2026-07-28', { url: target.resource, token });
    const message = `/call pay ${JSON.stringify({ amount: 5, to: `Bo ${'x'.repeat(300)}` })}\n---\n/say Done`;
    const run = await client.call('send_message', { message });
    const context = await browser.newContext({ colorScheme, viewport: { width: 375, height: 812 } });
    context.setDefaultTimeout(stepTimeoutMs);
    const page = await context.newPage();
    const complaints: string[] = [];
    // Not that a site has no icon.
    page.on('console', (entry) => {
      if (!entry.text().startsWith('Failed to load resource')) complaints.push(entry.text());
    });
    const faults = async () => (await new AxeBuilder({ page }).analyze()).violations;

    await page.goto(run.pending?.approval_url ?? '');
    await page.getByLabel('Sign in as').fill('ada');
    await page.getByRole('button', { name: 'Sign in' }).click();
    const button = page.getByRole('button', { name: decision === 'reject' ? 'Reject' : 'Approve' });
    await button.waitFor();
    expect(await faults()).toEqual([]);
    expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBeLessThanOrEqual(375);
    expect(await page.locator('main').innerText()).toContain('Approvals: 0 of 2');
    await page.getByLabel('Note for the agent').fill('First line\nSecond line');
    await button.click();
    await page.getByRole('heading', { name: end }).waitFor();
    expect(await faults()).toEqual([]);
    await page.goto(page.url());
    expect(await page.getByRole('button').count()).toBe(0);
    expect(complaints).toEqual([]);
    await Promise.all([context.close(), client.close()]);
  },
);
