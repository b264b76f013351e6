import { createHash, randomBytes } from 'node:crypto';
import { decodeJwt } from 'jose';
import { defined } from '#contract/defined.ts';
import { CookieBrowser } from '#tools/dev/browser/cookie-browser.ts';
import type { Tenant } from './tenant.ts';

const bridge = 'https://bridge.example/login';
const redirect_uri = 'http://127.0.0.1:41234/callback';

/** The result of a tool, or the error instead of it. */
export interface ToolAnswer {
  status: number;
  /** The body, or the first event of a stream. */
  text: string;
  /** The structured content of a result. */
  run: { run_id: string; state: string; pending?: { tool_call_id: string } };
  /** The state that the client returns with its user's answer, if the result asks for one. */
  requestState: string | undefined;
}

/** An MCP client of one user on one agent, which keeps to no SDK. */
export class McpClient {
  readonly url: string;
  readonly token: string;
  readonly clientId: string;
  readonly refreshToken: string;

  constructor(url: string, issued: { token: string; clientId: string; refreshToken: string }) {
    this.url = url;
    this.token = issued.token;
    this.clientId = issued.clientId;
    this.refreshToken = issued.refreshToken;
  }

  /** Sends a body to the MCP endpoint, whatever it is. */
  async send(body: string, headers: Record<string, string> = {}): Promise<{ status: number; text: string }> {
    const response = await fetch(this.url, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${this.token}`,
        accept: 'application/json, text/event-stream',
        'content-type': 'application/json',
        ...headers,
      },
      body,
    });
    return { status: response.status, text: await response.text() };
  }

  /** Calls a tool as a client of the current revision that can show forms. `params` has what is beside the arguments. */
  async call(name: string, args: object, params: object = {}): Promise<ToolAnswer> {
    const _meta = {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientInfo': { name: 'attacker', version: '1' },
      'io.modelcontextprotocol/clientCapabilities': { elicitation: { form: {} } },
    };
    const message = {
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name, arguments: args, _meta, ...params },
    };
    const { status, text } = await this.send(JSON.stringify(message), {
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': 'tools/call',
      'mcp-name': name,
    });
    const { result = {} } = JSON.parse(text) as {
      result?: { structuredContent?: ToolAnswer['run']; requestState?: string };
    };
    const run = result.structuredContent ?? { run_id: '', state: '' };
    return { status, text, run, requestState: result.requestState };
  }
}

/**
 * Connects an MCP client to an agent of a tenant: it registers, the tenant's bridge signs the user in, and the user
 * approves.
 */
export async function connectMcpClient(
  tenant: Tenant,
  agentId: string,
  { subject = 'ada', scope = 'read write', actor }: { subject?: string; scope?: string; actor?: string } = {},
): Promise<McpClient> {
  const { baseUrl } = tenant;
  await tenant.must('PUT', '/v1/mcp/settings', { body: { login_url: bridge } });
  const client_id = await register(baseUrl);
  const verifier = randomBytes(32).toString('base64url');
  const resource = `${baseUrl}/mcp/${agentId}`;
  const query = new URLSearchParams({
    response_type: 'code',
    client_id,
    redirect_uri,
    scope,
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    resource,
  });
  const browser = new CookieBrowser();
  const begun = await browser.get(`${baseUrl}/oauth/authorize?${query.toString()}`);
  const sent = new URL((await browser.get(begun.location)).location);
  const request = sent.searchParams.get('request') ?? '';
  const token = await (
    await tenant.signer()
  )(subject, {
    request_jti: decodeJwt(request).jti,
    ...defined({ actor }),
  });
  const back = await browser.get(
    `${baseUrl}/mcp/login/return?${new URLSearchParams({ request, token }).toString()}`,
  );
  const page = await browser.get(back.location);
  const hidden = page.body.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]+)"/g);
  const fields = Object.fromEntries([...hidden].map(([, name = '', value = '']) => [name, value]));
  const decided = await browser.submit(back.location, { ...fields, decision: 'approve' });
  const callback = new URL((await browser.get(decided.location)).location);
  const code = callback.searchParams.get('code') ?? '';
  const form = {
    grant_type: 'authorization_code',
    client_id,
    code,
    code_verifier: verifier,
    redirect_uri,
    resource,
  };
  const answer = await fetch(`${baseUrl}/oauth/token`, { method: 'POST', body: new URLSearchParams(form) });
  const issued = (await answer.json()) as { access_token?: string; refresh_token?: string };
  const { access_token, refresh_token: refreshToken = '' } = issued;
  if (access_token === undefined) throw new Error(`no token was issued: ${answer.status}`);
  return new McpClient(resource, { token: access_token, clientId: client_id, refreshToken });
}

async function register(baseUrl: string): Promise<string> {
  const answer = await fetch(`${baseUrl}/oauth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      client_name: 'Attacker',
      redirect_uris: [redirect_uri],
      token_endpoint_auth_method: 'none',
    }),
  });
  return ((await answer.json()) as { client_id: string }).client_id;
}
