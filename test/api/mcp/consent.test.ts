import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { findClient, storeClient } from '#store/oauth/clients.ts';
import { publishScripted } from '#clients/raw/conversation.ts';
import { CookieBrowser } from '#tools/dev/browser/cookie-browser.ts';
import {
  authorizeUrl,
  decideOn,
  hiddenFields,
  mcpTarget,
  pkce,
  register,
  signIn,
  type Target,
} from '../../support/mcp/oauth-flow.ts';
import { erase, erased } from '../../support/erasures.ts';
import { sharedService, startService } from '../../support/service.ts';

const service = sharedService();
let target: Target;
beforeAll(async () => {
  target = await mcpTarget(service);
});

/** A browser in front of the page that asks for consent. */
async function asked({
  metadata = {},
  params = {},
  sub = 'ada',
  of = target,
}: { metadata?: object; params?: Record<string, string>; sub?: string; of?: Target } = {}) {
  const client = await register(service.baseUrl, metadata);
  const browser = new CookieBrowser();
  return {
    browser,
    client,
    ...(await signIn(browser, of, authorizeUrl(of, client, pkce().challenge, params), { sub })),
  };
}

const grantsOf = async (subject: string) =>
  (await target.workspace.client.get<object[]>(`/v1/mcp/grants?subject=${subject}`)).data;

describe('[mcp.consent] the page', () => {
  it('shows the agent, the client’s own name as such, where it sends the browser, the scopes, and who is asked', async () => {
    const { page } = await asked({
      metadata: { client_name: 'My IDE', redirect_uris: ['https://ide.example:8443/cb?x=1'] },
      sub: 'user-4711',
    });
    const text = page.body
      .replaceAll(/<style>.*<\/style>/gs, '')
      .replaceAll(/<[^>]+>/g, ' ')
      .replaceAll(/\s+/g, ' ');
    for (const part of [
      'An app that calls itself My IDE wants to use Scripted',
      'Sends you to ide.example:8443 Full address https://ide.example:8443/cb?x=1',
      'You are user-4711',
      'Talk to the agent as you',
      'Decide for you : approve or reject',
    ]) {
      expect(text).toContain(part);
    }
    const read = await asked({ params: { scope: 'read' } });
    expect(read.page.body).not.toContain('Decide for you');
  });

  it.each([
    [
      'http://127.0.0.1:41234/cb',
      'a program on this device (127.0.0.1:41234)',
      "'self' http://127.0.0.1:41234",
    ],
    ['http://[::1]:41234/cb', 'a program on this device ([::1]:41234)', "'self' http:"],
    // It may redirect on, to an app: browsers check that too.
    ['https://ide.example/cb', 'ide.example', undefined],
    ['my-ide://auth/cb', 'an app on this device (my-ide:)', "'self' my-ide:"],
  ])('for %s says %s, and lets its form lead there', async (uri, shown, formAction) => {
    const { page } = await asked({ metadata: { redirect_uris: [uri] } });
    expect(page.body).toContain(`<dd>${shown}</dd>`);
    expect(page.body).toContain(`<dd><code>${uri}</code></dd>`);
    const policy = (page.headers.get('content-security-policy') ?? '').split('; ');
    expect(policy).toEqual([
      "default-src 'none'",
      expect.stringMatching(/^style-src 'sha256-[\w+/=]{44}'$/),
      ...(formAction === undefined ? [] : [`form-action ${formAction}`]),
      "base-uri 'none'",
      "frame-ancestors 'none'",
    ]);
    expect(page.headers.get('x-frame-options')).toBe('DENY');
    expect(page.headers.get('cross-origin-opener-policy')).toBe('same-origin');
  });

  it.each(["https://a;script-src 'self'", 'https://a;b.example/cb', 'mailto:eve@evil.example'])(
    'is not shown for %s, which was registered when that was allowed: it would become part of a header',
    async (uri) => {
      const client = await register(service.baseUrl, { redirect_uris: ['https://ide.example/cb'] });
      const stored = await findClient(service.db, service.keyring, client.client_id);
      const metadata = { ...stored, redirect_uris: [uri] };
      await storeClient(service.db, service.keyring, client.client_id, metadata);
      const browser = new CookieBrowser();
      const url = authorizeUrl(target, client, pkce().challenge, { redirect_uri: uri });
      const { location } = await browser.get(url);
      // The library refuses some of them itself.
      const { page } =
        location === '' ? { page: await browser.get(url) } : await signIn(new CookieBrowser(), target, url);
      expect([page.status, page.location]).toEqual([400, '']);
      expect(page.headers.get('content-security-policy')).toContain("form-action 'none'");
    },
  );

  it('shows names as text, in one line, whatever they contain', async () => {
    const name = `<script>alert(1)</script>"'&amp; \u202Eevil\u0000\n\nAgent`;
    const agent = await publishScripted(target.workspace.client, { key: 'odd', name: '<b>Bold</b> & co' });
    const of = { ...target, resource: `${service.baseUrl}/mcp/${agent.id}` };
    const { page } = await asked({ metadata: { client_name: name }, sub: '<i>ada</i>', of });
    for (const part of ['<script', '<b>', '<i>', '\u202E', '\0']) expect(page.body).not.toContain(part);
    expect(page.body).toContain('&lt;script&gt;alert(1)&lt;/script&gt;&quot;&#39;&amp;amp; evil Agent</bdi>');
    expect(page.body).toContain('&lt;b&gt;Bold&lt;/b&gt; &amp; co');
    expect(page.body).toContain('&lt;i&gt;ada&lt;/i&gt;');
  });

  it('says that a client has no name', async () => {
    const { page } = await asked({ metadata: { client_name: undefined } });
    expect(page.body).toContain('An app without a name wants to use');
  });
});

describe('[mcp.consent] the decision', () => {
  it('deny tells the client so, and leaves nothing', async () => {
    const { browser, page, at } = await asked({ sub: 'denier' });
    const sentTo = await decideOn(browser, { page, at }, 'deny');
    expect(Object.fromEntries(sentTo.searchParams)).toMatchObject({
      error: 'access_denied',
      state: 'the-state',
      iss: service.baseUrl,
    });
    expect(await grantsOf('denier')).toEqual([]);
    expect((await browser.get(at)).status).toBe(400);
  });

  it('[mcp.consent.own-form] needs the form that was served for it, in the browser that it was served to', async () => {
    const one = await asked({ sub: 'careful' });
    const another = await asked({ sub: 'careful' });
    const fields = { ...hiddenFields(one.page), decision: 'approve' };
    const tries = [
      one.browser.submit(one.at, { decision: 'approve' }),
      one.browser.submit(one.at, { ...fields, form_token: 'x' }),
      one.browser.submit(one.at, { ...hiddenFields(another.page), decision: 'approve' }),
      one.browser.submit(another.at, { ...hiddenFields(another.page), decision: 'approve' }),
      new CookieBrowser().submit(one.at, fields),
      another.browser.submit(one.at, fields),
      one.browser.submit(one.at, { ...fields, decision: 'perhaps' }),
      one.browser.submit(one.at, { ...fields, padding: 'x'.repeat(10_000) }),
    ];
    for (const answer of await Promise.all(tries)) {
      expect([answer.location, [400, 403].includes(answer.status)]).toEqual(['', true]);
    }
    expect(await grantsOf('careful')).toEqual([]);
    expect((await decideOn(one.browser, one, 'approve')).searchParams.has('code')).toBe(true);
  });

  it('[mcp.consent.own-form] its cookies are sent by no other site, and read by no script', async () => {
    const client = await register(service.baseUrl);
    const answer = await fetch(authorizeUrl(target, client, pkce().challenge), { redirect: 'manual' });
    const cookies = answer.headers.getSetCookie();
    expect(cookies.length).toBeGreaterThan(0);
    for (const cookie of cookies) expect(cookie).toMatch(/; samesite=lax; httponly/i);
    expect(cookies.join()).not.toContain('oauth_session');
  });

  it('[mcp.consent.own-form] its cookies are for https only, if that is how browsers reach the service', async () => {
    const baseUrl = 'https://api.example';
    const behindTls = await startService({ worker: false, services: { baseUrl } });
    onTestFinished(async () => await behindTls.stop());
    const of = { ...(await mcpTarget(behindTls)) };
    const resource = of.resource.replace(behindTls.baseUrl, baseUrl);
    const client = await register(behindTls.baseUrl);
    const answer = await fetch(authorizeUrl({ ...of, resource }, client, pkce().challenge), {
      redirect: 'manual',
    });
    const cookies = answer.headers.getSetCookie();
    expect(cookies.length).toBeGreaterThan(0);
    for (const cookie of cookies) expect(cookie).toMatch(/; secure/i);
  });

  it('cannot be taken before anybody has signed in', async () => {
    const client = await register(service.baseUrl);
    const browser = new CookieBrowser();
    const { location } = await browser.get(authorizeUrl(target, client, pkce().challenge));
    const answer = await browser.submit(location, { decision: 'approve', form_token: 'x' });
    expect(answer.status).toBe(403);
  });

  it('twice is like once: the second ends nothing and adds no grant', async () => {
    const { browser, page, at } = await asked({ sub: 'double' });
    const fields = { ...hiddenFields(page), decision: 'approve' };
    const [first, second] = await Promise.all([browser.submit(at, fields), browser.submit(at, fields)]);
    expect([first.status, second.status]).toEqual([303, 303]);
    const { location } = await browser.get(first.location);
    expect(new URL(location).searchParams.has('code')).toBe(true);
    expect((await browser.get(second.location)).status).toBe(400);
    expect(await grantsOf('double')).toHaveLength(1);
  });

  it('[erasure.everything] is not taken while the data of the subject is erased, or if it was erased meanwhile', async () => {
    const { browser, page, at } = await asked({ sub: 'leaver' });
    const { data } = await erase(target.workspace.client, 'leaver');
    const answer = await browser.submit(at, { ...hiddenFields(page), decision: 'approve' });
    expect([400, 409]).toContain(answer.status);
    await erased(target.workspace.client, data.id);
    expect(await grantsOf('leaver')).toEqual([]);
    expect(await service.db.oauth_interactions.countDocuments({ subject_ref: 'leaver' })).toBe(0);
  });
});
