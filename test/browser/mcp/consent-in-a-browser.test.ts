import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { AxeBuilder } from '@axe-core/playwright';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startDemoBridge } from '#tools/dev/stack/demo-bridge.ts';
import type { LoopbackServer } from '#tools/dev/loopback-server.ts';
import { startChromium, stepTimeoutMs } from '#tools/dev/browser/chromium.ts';
import {
  authorizeUrl,
  exchange,
  mcpTarget,
  pkce,
  register,
  type RegisteredClient,
  type Target,
} from '../../support/mcp/oauth-flow.ts';
import { startService, type TestService } from '../../support/service.ts';

let service: TestService;
let target: Target;
let bridge: LoopbackServer;
let browser: Browser;
/** The client's own server, which the browser is sent back to. */
let callback: Server;
let client: RegisteredClient;

beforeAll(async () => {
  callback = createServer((_, response) => void response.end('<h1>Connected</h1>')).listen(0, '127.0.0.1');
  [service, browser] = await Promise.all([startService({ worker: false }), startChromium()]);
  target = await mcpTarget(service);
  const { kid, registered } = target.signer;
  bridge = await startDemoBridge(0, { baseUrl: service.baseUrl, kid, secret: registered.secret ?? '' });
  await target.workspace.client.send('PUT', '/v1/mcp/settings', {
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ login_url: `${bridge.url}/login` }),
  });
  if (!callback.listening) await once(callback, 'listening');
  const redirect = `http://127.0.0.1:${(callback.address() as AddressInfo).port}/callback`;
  client = await register(service.baseUrl, { client_name: 'Browser IDE', redirect_uris: [redirect] });
});
afterAll(async () => {
  await Promise.all([browser.close(), bridge.stop()]);
  callback.close();
  callback.closeAllConnections();
  await service.stop();
});

const pages: Page[] = [];
afterEach(async () => {
  await Promise.all(pages.splice(0).map(async (page) => await page.context().close()));
});

/** A new browser at the start of an authorization, with everything that its pages complain about. */
async function start({
  scheme = 'light',
  scripts = false,
}: { scheme?: 'light' | 'dark'; scripts?: boolean } = {}) {
  const context = await browser.newContext({ javaScriptEnabled: scripts, colorScheme: scheme });
  context.setDefaultTimeout(stepTimeoutMs);
  const page = await context.newPage();
  pages.push(page);
  const complaints: string[] = [];
  // Not that a site has no icon.
  page.on('console', (message) => {
    if (!message.text().startsWith('Failed to load resource')) complaints.push(message.text());
  });
  const { verifier, challenge } = pkce();
  await page.goto(authorizeUrl(target, client, challenge));
  return { page, verifier, complaints };
}

/** Goes on to the page that asks for consent. */
async function signInAs(page: Page, subject: string): Promise<void> {
  await page.getByLabel('Sign in as').fill(subject);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('button', { name: 'Approve' }).waitFor();
}

describe('[mcp.consent.page] in a real browser, without scripts', () => {
  it('[mcp.login.bridge] [mcp.consent] a user signs in, reads what is asked, approves, and the client gets its code', async () => {
    const { page, verifier, complaints } = await start();
    await signInAs(page, 'user-4711');
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe(
      `Connect an app to ${target.agentName}?`,
    );
    expect(await page.locator('main').innerText()).toContain('An app that calls itself Browser IDE');
    expect(new URL(page.url()).search).toBe('');
    await page.getByRole('button', { name: 'Approve' }).click();
    await page.waitForURL(`${client.redirect_uris[0]}?**`);
    expect(await page.getByRole('heading').textContent()).toBe('Connected');
    const code = new URL(page.url()).searchParams.get('code') ?? '';
    const { status, body } = await exchange(service.baseUrl, { client, code, verifier });
    expect([status, body['scope']]).toEqual([200, 'read write']);
    // Such as a style, a form or a redirect that the page's own policy forbids.
    expect(complaints).toEqual([]);
  });

  it('[mcp.consent] deny sends the browser back to the client too', async () => {
    const { page, complaints } = await start();
    await signInAs(page, 'user-4712');
    await page.getByRole('button', { name: 'Deny' }).click();
    await page.waitForURL(`${client.redirect_uris[0]}?**`);
    expect(new URL(page.url()).searchParams.get('error')).toBe('access_denied');
    expect(complaints).toEqual([]);
  });

  it.each([
    ['light', 'rgb(244, 244, 245)'],
    ['dark', 'rgb(24, 24, 27)'],
  ] as const)(
    'in the %s scheme, the style is applied, and axe finds no fault on any page',
    async (scheme, colour) => {
      // axe is a script, which runs beside the page's policy.
      const { page } = await start({ scheme, scripts: true });
      const faults = async () => (await new AxeBuilder({ page }).analyze()).violations;
      await signInAs(page, 'ada');
      expect(await page.evaluate<string>('getComputedStyle(document.body).backgroundColor')).toBe(colour);
      expect(await faults()).toEqual([]);
      expect(await page.locator('script, [onclick], [onload], link, img, iframe').count()).toBe(0);
      await page.goto(`${service.baseUrl}/mcp/login/return`);
      expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('This sign-in is not valid');
      expect(await faults()).toEqual([]);
    },
  );

  it('[mcp.consent.double-click] whoever clicks or types the moment the page is there decides nothing', async () => {
    const { page } = await start();
    await page.getByLabel('Sign in as').fill('hasty');
    const [shown] = await Promise.all([
      page.waitForRequest((request) => /\/mcp\/login\/[\w-]{20,}$/.test(request.url())),
      page.getByRole('button', { name: 'Sign in' }).click({ noWaitAfter: true }),
    ]);
    await shown.response();
    const approve = page.locator('button[value=approve]');
    await approve.waitFor({ state: 'attached' });
    // The buttons take up their place, and nothing there can be clicked or reached by keys.
    const hidden = await approve.evaluate((button) => {
      // On a busy machine, the moment may be over: it begins again, as the page does.
      button.style.animation = 'none';
      const { left, top, width, height } = button.getBoundingClientRect();
      button.style.removeProperty('animation');
      const animation = button.getAnimations()[0];
      animation?.pause();
      button.focus();
      const { ownerDocument: document } = button;
      return {
        animated: Number(animation?.effect?.getComputedTiming().duration),
        hit: document.elementFromPoint(left + width / 2, top + height / 2) === button,
        focused: document.activeElement === button,
      };
    });
    expect(hidden).toEqual({ animated: 1000, hit: false, focused: false });
    await approve.evaluate((button) => button.getAnimations()[0]?.play());
    await approve.click();
    await page.waitForURL(`${client.redirect_uris[0]}?**`);
  });

  it('[mcp.consent.page] a window that opened the page cannot reach it, nor the page that window', async () => {
    const { page } = await start({ scripts: true });
    const url = authorizeUrl(target, client, pkce().challenge);
    await page.route('https://evil.example/', async (route) => {
      await route.fulfill({ contentType: 'text/html', body: '<button>Open</button>' });
    });
    await page.goto('https://evil.example/');
    const [opened] = await Promise.all([
      page.waitForEvent('popup'),
      page.evaluate<void>(`void (window.opened = window.open(${JSON.stringify(url)}))`),
    ]);
    await signInAs(opened, 'opened');
    expect(await page.evaluate<boolean>('window.opened.closed')).toBe(true);
    expect(await opened.evaluate<boolean>('window.opener === null')).toBe(true);
  });

  it('another site can neither frame the page nor send its form', async () => {
    const { page } = await start();
    await signInAs(page, 'framed');
    const at = page.url();
    await page.route('https://evil.example/', async (route) => {
      const form = `<form method="post" action="${at}"><button name="decision" value="approve">Go</button></form>`;
      await route.fulfill({ contentType: 'text/html', body: `<iframe src="${at}"></iframe>${form}` });
    });
    await page.goto('https://evil.example/');
    await expect.poll(() => page.frames()[1]?.url()).toBe('chrome-error://chromewebdata/');
    await page.getByRole('button', { name: 'Go' }).click();
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('This page is no longer valid');
    const { data } = await target.workspace.client.get('/v1/mcp/grants?subject=framed');
    expect(data).toEqual([]);
  });
});
