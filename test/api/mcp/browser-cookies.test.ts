import { expect, it } from 'vitest';
import { CookieBrowser } from '#tools/dev/browser/cookie-browser.ts';
import { bridgeUrl, comeBack, mcpTarget, signAnswer } from '../../support/mcp/oauth-flow.ts';
import { perFile } from '../../support/per-file.ts';
import { startService } from '../../support/service.ts';

/** Reached by browsers over https, which a proxy in front ends. */
const secure = perFile(
  async () => await startService({ worker: false, services: { baseUrl: 'https://heddle.example' } }),
);
const plain = perFile(async () => await startService({ worker: false }));

const id = '01900000-0000-7000-8000-000000000000';
const names = ({ cookies }: CookieBrowser) => cookies.map(({ name }) => name);

it('[mcp.login.cookies] over https, what is in progress is tied to the browser by cookies that no sibling domain can set', async () => {
  const target = await mcpTarget(secure);
  const browser = new CookieBrowser();
  const begun = await browser.get(`${target.baseUrl}/mcp/approvals/${target.agentId}/${id}/${id}`);
  const set = begun.headers.getSetCookie();
  expect(set).toHaveLength(4);
  for (const cookie of set) {
    expect(cookie).toMatch(/^__Host-oauth_(?:login|approval)_\d+(?:\.sig)?=/);
    expect(cookie).toMatch(/; path=\/;.*; samesite=lax; secure; httponly$/);
    expect(cookie).not.toMatch(/domain=/i);
  }
  // The same under a name that a page on a sibling domain could have set.
  const request = new URL(begun.location).searchParams.get('request') ?? '';
  const token = await signAnswer(target, request);
  const tossed = new CookieBrowser();
  tossed.cookies = browser.cookies.map((cookie) => ({ ...cookie, name: cookie.name.replace('__Host-', '') }));
  expect((await comeBack(tossed, target, request, token)).status).toBe(400);
  const back = await comeBack(browser, target, request, token);
  expect([back.status, new URL(back.location).pathname]).toEqual([
    303,
    expect.stringMatching(/^\/mcp\/approvals\/approval\./),
  ]);
  expect(names(browser).filter((name) => name.includes('login'))).toEqual([]);
  // Signed in, and there is no such call.
  expect((await browser.get(back.location)).status).toBe(404);
});

it('[mcp.login.cookies] over http, as on one’s own computer, they have no prefix, which browsers would refuse', async () => {
  const target = await mcpTarget(plain);
  const browser = new CookieBrowser();
  await browser.get(`${target.baseUrl}/mcp/approvals/${target.agentId}/${id}/${id}`);
  expect(names(browser)).toHaveLength(4);
  for (const name of names(browser)) expect(name).toMatch(/^oauth_/);
});

it('[mcp.login.cookies] a browser keeps several sign-ins apart, and no more cookies than sixteen of them have', async () => {
  const target = await mcpTarget(plain);
  const browser = new CookieBrowser();
  const url = `${target.baseUrl}/mcp/approvals/${target.agentId}/${id}/${id}`;
  const begin = async () => {
    const { location } = await browser.get(url);
    expect(location.startsWith(bridgeUrl)).toBe(true);
    return new URL(location).searchParams.get('request') ?? '';
  };
  const requests = [await begin(), await begin(), await begin()];
  for (const request of requests) {
    expect((await comeBack(browser, target, request, await signAnswer(target, request))).status).toBe(303);
  }
  for (let count = 0; count < 30; count += 1) await begin();
  expect(names(browser)).toHaveLength(2 * 2 * 16);
  const last = await begin();
  expect((await comeBack(browser, target, last, await signAnswer(target, last))).status).toBe(303);
});
