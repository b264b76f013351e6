import { randomUUID } from 'node:crypto';
import { connectMcpClient } from '#tools/attack/mcp-client.ts';
import { Tenant } from '#tools/attack/tenant.ts';
import { idempotencyMeta } from '#contract/mcp-tools.ts';
import type { ChaosClient, Reply } from './client.ts';

/** An access token lives for ten minutes. */
const renewedAfterMs = 300_000;
const timeoutMs = 8_000;

/** Somebody else's agent that talks with an agent of the workspace through MCP, for one user. */
export class OutsideAgent {
  readonly subject: string;
  readonly #client: ChaosClient;
  readonly #path: string;
  #grant: { token: string; refreshToken: string; clientId: string };
  #issuedAt = Date.now();
  #renewing: Promise<void> | undefined;

  private constructor(
    client: ChaosClient,
    { subject, path, grant }: { subject: string; path: string; grant: OutsideAgent['grant'] },
  ) {
    this.#client = client;
    this.subject = subject;
    this.#path = path;
    this.#grant = grant;
  }

  get grant(): { token: string; refreshToken: string; clientId: string } {
    return this.#grant;
  }

  /** Registers a client, signs a user in, and has the user approve it. Before the faults begin. */
  static async connect(client: ChaosClient, agentId: string, subject: string): Promise<OutsideAgent> {
    const tenant = new Tenant(client.firstUrl, '', client.apiKey);
    const { token, refreshToken, clientId } = await connectMcpClient(tenant, agentId, { subject });
    const grant = { token, refreshToken, clientId };
    return new OutsideAgent(client, { subject, path: `/mcp/${agentId}`, grant });
  }

  /** Calls a tool until there is an answer that shows the result. Its repetitions have one key. */
  async call<Data>(
    name: string,
    args: Record<string, unknown>,
    { key = randomUUID(), mayBe = [] }: { key?: string; mayBe?: readonly string[] } = {},
  ): Promise<Reply<Data>> {
    if (Date.now() - this.#issuedAt > renewedAfterMs) await (this.#renewing ??= this.#renew());
    const _meta = {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientInfo': { name: 'outside agent', version: '1' },
      'io.modelcontextprotocol/clientCapabilities': {},
      [idempotencyMeta]: key,
    };
    return await this.#client.send<Data>({
      method: 'POST',
      path: this.#path,
      mayBe,
      waitMs: Number(args['wait'] ?? 0) * 1000,
      headers: {
        authorization: `Bearer ${this.#grant.token}`,
        accept: 'application/json, text/event-stream',
        'mcp-protocol-version': '2026-07-28',
        'mcp-method': 'tools/call',
        'mcp-name': name,
      },
      body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args, _meta } },
    });
  }

  async #renew(): Promise<void> {
    const { refreshToken, clientId } = this.#grant;
    const form = { grant_type: 'refresh_token', refresh_token: refreshToken, client_id: clientId };
    const response = await this.#client
      .next()
      .with({ apiKey: undefined })
      .send('POST', '/oauth/token', {
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams(form).toString(),
        signal: AbortSignal.timeout(timeoutMs),
      })
      .then(({ body }) => body as { access_token?: string; refresh_token?: string })
      // The token is still valid for some minutes: the next call tries again.
      .catch(() => undefined);
    this.#renewing = undefined;
    if (response?.access_token === undefined) return;
    this.#grant = {
      clientId,
      token: response.access_token,
      refreshToken: response.refresh_token ?? refreshToken,
    };
    this.#issuedAt = Date.now();
  }
}
