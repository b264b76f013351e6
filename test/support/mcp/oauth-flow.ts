import { createHash, randomBytes } from 'node:crypto';
import { decodeJwt } from 'jose';
import { publishScripted } from '#clients/raw/conversation.ts';
import type { TestService, TestWorkspace } from '../service.ts';
import { registerSigner, type Signer, signToken } from '../session-tokens.ts';
import { type BrowserAnswer, CookieBrowser } from '#tools/dev/browser/cookie-browser.ts';

/** The login bridge of the tests. Nothing answers there: the tests do what it would do. */
export const bridgeUrl = 'https://bridge.example/login?from=mcp';
/** Where the client of the tests waits for codes. */
export const redirectUri = 'http://127.0.0.1:41234/callback';

/** An agent that MCP clients can be connected to. */
export interface Target {
  baseUrl: string;
  workspace: TestWorkspace;
  signer: Signer;
  agentId: string;
  agentName: string;
  resource: string;
}

/** A workspace with a login bridge and an agent. */
export async function mcpTarget(service: Pick<TestService, 'baseUrl' | 'workspace'>): Promise<Target> {
  const workspace = await service.workspace();
  const { client } = workspace;
  const [agent, signer] = await Promise.all([
    publishScripted(client),
    registerSigner(client),
    client.send('PUT', '/v1/mcp/settings', {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ login_url: bridgeUrl }),
    }),
  ]);
  const { baseUrl } = service;
  const resource = `${baseUrl}/mcp/${agent.id}`;
  return { baseUrl, workspace, signer, agentId: agent.id, agentName: agent.name, resource };
}

/** A client as it registered. */
export interface RegisteredClient {
  client_id: string;
  client_name?: string;
  client_secret?: string;
  redirect_uris: string[];
  [member: string]: unknown;
}

/** Registers a client, with other metadata than the usual if given. */
export async function register(baseUrl: string, metadata: object = {}): Promise<RegisteredClient> {
  const { status, body } = await postJson(`${baseUrl}/oauth/register`, {
    client_name: 'Tester',
    redirect_uris: [redirectUri],
    token_endpoint_auth_method: 'none',
    ...metadata,
  });
  if (status !== 201) throw new Error(`the client was not registered: ${status} ${JSON.stringify(body)}`);
  return body as unknown as RegisteredClient;
}

export async function postJson(url: string, body: unknown) {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return {
    status: answer.status,
    headers: answer.headers,
    body: (await answer.json()) as Record<string, unknown>,
  };
}

/** A request of OAuth's own endpoints: a form in, JSON out. */
export async function postForm(
  url: string,
  fields: Record<string, string>,
  headers: Record<string, string> = {},
) {
  const answer = await fetch(url, { method: 'POST', headers, body: new URLSearchParams(fields) });
  const text = await answer.text();
  const body = (text === '' ? {} : JSON.parse(text)) as Record<string, unknown>;
  return { status: answer.status, headers: answer.headers, body };
}

/** A verifier of PKCE, and its challenge. */
export function pkce() {
  const verifier = randomBytes(32).toString('base64url');
  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') };
}

/** The address at which a browser begins to authorize a client. Parameters replace the usual ones; undefined leaves out. */
export function authorizeUrl(
  { baseUrl, resource }: Target,
  client: RegisteredClient,
  challenge: string,
  params: Record<string, string | undefined> = {},
): string {
  const all = {
    response_type: 'code',
    client_id: client.client_id,
    redirect_uri: client.redirect_uris[0],
    scope: 'read write',
    state: 'the-state',
    code_challenge: challenge,
    code_challenge_method: 'S256',
    resource,
    ...params,
  };
  const given = Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return `${baseUrl}/oauth/authorize?${new URLSearchParams(given).toString()}`;
}

/** Goes from the start of an authorization to the login bridge. @returns the request token that the bridge gets */
export async function goToBridge(browser: CookieBrowser, url: string): Promise<string> {
  const begun = await browser.get(url);
  if (!begun.location.includes('/mcp/login/')) {
    throw new Error(`the browser was not asked to sign in: ${begun.status} ${begun.location} ${begun.body}`);
  }
  const sent = await browser.get(begun.location);
  if (!sent.location.startsWith(bridgeUrl)) {
    throw new Error(`the browser was not sent to the bridge: ${begun.status} ${sent.status} ${sent.body}`);
  }
  return new URL(sent.location).searchParams.get('request') ?? '';
}

/** The session token with which a bridge answers a request token. Claims replace or add to the usual ones. */
export async function signAnswer(
  { signer }: Pick<Target, 'signer'>,
  request: string,
  claims: Record<string, unknown> = {},
): Promise<string> {
  return await signToken(signer, { request_jti: decodeJwt(request).jti, ...claims });
}

/** Comes back from the bridge. */
export async function comeBack(
  browser: CookieBrowser,
  { baseUrl }: Pick<Target, 'baseUrl'>,
  request: string,
  token: string,
): Promise<BrowserAnswer> {
  return await browser.get(
    `${baseUrl}/mcp/login/return?${new URLSearchParams({ request, token }).toString()}`,
  );
}

/** Signs a subject in. @returns the page that asks for consent, and its address */
export async function signIn(
  browser: CookieBrowser,
  target: Target,
  url: string,
  claims: Record<string, unknown> = {},
): Promise<{ page: BrowserAnswer; at: string }> {
  const request = await goToBridge(browser, url);
  const back = await comeBack(browser, target, request, await signAnswer(target, request, claims));
  if (back.status !== 303) throw new Error(`nobody was signed in: ${back.status} ${back.body}`);
  return { page: await browser.get(back.location), at: back.location };
}

/** The hidden fields of the form of a page. */
export function hiddenFields({ body }: BrowserAnswer): Record<string, string> {
  const fields = body.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]+)"/g);
  return Object.fromEntries([...fields].map(([, name = '', value = '']) => [name, value]));
}

/** Decides on a page that asks for consent. @returns where the browser is sent in the end */
export async function decideOn(
  browser: CookieBrowser,
  { page, at }: { page: BrowserAnswer; at: string },
  decision: 'approve' | 'deny',
): Promise<URL> {
  const decided = await browser.submit(at, { ...hiddenFields(page), decision });
  if (decided.status !== 303)
    throw new Error(`the decision was not taken: ${decided.status} ${decided.body}`);
  const { location, status, body } = await browser.get(decided.location);
  if (location === '') throw new Error(`the browser was not sent to the client: ${status} ${body}`);
  return new URL(location);
}

export interface Tokens {
  access_token: string;
  refresh_token: string;
  expires_in: number;
  scope: string;
  token_type: string;
}

/** A code for a client, and what exchanges it. */
export interface IssuedCode {
  client: RegisteredClient;
  code: string;
  verifier: string;
}

/** Authorizes a client, up to its code. */
export async function authorize(
  target: Target,
  client: RegisteredClient,
  { sub = 'ada', scope = 'read write', ...claims }: SigningIn = {},
): Promise<IssuedCode> {
  const browser = new CookieBrowser();
  const { verifier, challenge } = pkce();
  const url = authorizeUrl(target, client, challenge, { scope });
  const asked = await signIn(browser, target, url, { sub, ...claims });
  const sentTo = await decideOn(browser, asked, 'approve');
  return { client, code: sentTo.searchParams.get('code') ?? '', verifier };
}

/** The scope that a client asks for, and the claims of the user who signs in. */
interface SigningIn {
  sub?: string;
  scope?: string;
  actor?: string;
  context?: Record<string, string>;
}

/** Exchanges a code. */
export async function exchange(
  baseUrl: string,
  { client, code, verifier }: IssuedCode,
  more: Record<string, string> = {},
) {
  return await postForm(`${baseUrl}/oauth/token`, {
    grant_type: 'authorization_code',
    client_id: client.client_id,
    code,
    code_verifier: verifier,
    redirect_uri: client.redirect_uris[0] ?? '',
    ...more,
  });
}

export async function refresh(
  baseUrl: string,
  client: RegisteredClient,
  refreshToken: string,
  more: Record<string, string> = {},
) {
  return await postForm(`${baseUrl}/oauth/token`, {
    grant_type: 'refresh_token',
    client_id: client.client_id,
    refresh_token: refreshToken,
    ...more,
  });
}

/** Authorizes a client, with everything that belongs to it. */
export async function connect(
  target: Target,
  client: RegisteredClient,
  options: SigningIn = {},
): Promise<Tokens> {
  const { status, body } = await exchange(target.baseUrl, await authorize(target, client, options));
  if (status !== 200) throw new Error(`no tokens were issued: ${status} ${JSON.stringify(body)}`);
  return body as unknown as Tokens;
}
