import { SignJWT } from 'jose';
import { type Answer, toApiError } from '#heddle-client/answer.ts';
import { Client } from '#clients/raw/client.ts';
import { publishScripted } from '#clients/raw/conversation.ts';

/** The API's response to a request. */
export interface TenantAnswer<Data> extends Answer<Data> {
  /** The stable code of an error; undefined if the request succeeded. */
  code: string | undefined;
}

/** The options of a request, besides method and path. */
export interface RequestOptions {
  /** JSON, or a string that is sent as it is. */
  body?: unknown;
  headers?: Record<string, string>;
  /** Default: `mallory`. */
  subject?: string;
  /** A session token instead of the API key. */
  token?: string;
}

/** The parts of a run that attacks use. */
export interface AttackRun {
  id: string;
  state: string;
  cost_credits: number;
  error?: { code: string };
}

/** A workspace of its own, used through the API as its developers would. */
export class Tenant {
  readonly baseUrl: string;
  readonly workspaceId: string;
  readonly apiKey: string;

  readonly #client: Client;

  constructor(baseUrl: string, workspaceId: string, apiKey: string) {
    this.baseUrl = baseUrl;
    this.workspaceId = workspaceId;
    this.apiKey = apiKey;
    this.#client = new Client(baseUrl, { apiKey });
  }

  /** Sends one request, and returns its response, whatever its status. */
  async request<Data>(
    method: string,
    path: string,
    options: RequestOptions = {},
  ): Promise<TenantAnswer<Data>> {
    const { body, headers, subject = 'mallory', token } = options;
    const answer = await this.#client
      .with(token === undefined ? { subject } : { apiKey: token })
      .send<Data>(method, path, {
        headers: body === undefined ? { ...headers } : { 'content-type': 'application/json', ...headers },
        ...(typeof body === 'string' ? { body } : { json: body }),
      });
    return { ...answer, code: answer.error?.code };
  }

  /** Sends a request that has to succeed. @throws {ApiError} if it does not */
  async must<Data>(method: string, path: string, options: RequestOptions = {}): Promise<Data> {
    const answer = await this.request<Data>(method, path, options);
    if (answer.status >= 300) throw toApiError(answer);
    return answer.data;
  }

  /** Publishes patches and an agent with the scripted model that uses them. @returns the agent's id */
  async publish(patches: object[] = [], agent: object = {}): Promise<string> {
    const refs = await Promise.all(
      patches.map(async (patch) => await this.must<{ ref: string }>('POST', '/v1/patches', { body: patch })),
    );
    const parts = {
      key: 'attack',
      instructions: 'Do as the script says.',
      patches: refs.map(({ ref }) => ({ ref })),
    };
    return (await publishScripted(this.#client, { ...parts, ...agent })).id;
  }

  /** Adds a connection. @returns its id */
  async connect(name: string, base_url: string, auth: object = { type: 'none' }): Promise<string> {
    const body = { name, base_url, auth };
    return (await this.must<{ id: string }>('POST', '/v1/connections', { body })).id;
  }

  /** Signs a session token for each subject, with further claims, as the tenant's backend would. */
  async signer(): Promise<(sub: string, claims?: Record<string, unknown>) => Promise<string>> {
    const body = { algorithm: 'HS256' };
    const { id, secret } = await this.must<{ id: string; secret: string }>('POST', '/v1/signing-keys', {
      body,
    });
    return async (sub, claims = {}) =>
      await new SignJWT({ sub, aud: 'loom', ...claims })
        .setProtectedHeader({ alg: 'HS256', kid: id })
        .setIssuedAt()
        .setExpirationTime('5m')
        .sign(new TextEncoder().encode(secret));
  }

  /** Posts a message on a new thread. @returns the ids of thread and run */
  async post(
    agentId: string,
    content: string,
    options: RequestOptions = {},
  ): Promise<{ threadId: string; runId: string }> {
    const thread = await this.must<{ id: string }>('POST', '/v1/loom/threads', {
      ...options,
      body: { agent_id: agentId },
    });
    const message = await this.must<{ run_id: string }>('POST', `/v1/loom/threads/${thread.id}/messages`, {
      ...options,
      body: { content },
    });
    return { threadId: thread.id, runId: message.run_id };
  }

  /** Waits until a run has ended or waits for somebody. @throws {Error} if it has not after three minutes */
  async settled(runId: string, options: RequestOptions = {}): Promise<AttackRun> {
    for (let waits = 0; waits < 6; waits += 1) {
      const run = await this.must<AttackRun>('GET', `/v1/loom/runs/${runId}?wait=30`, options);
      if (run.state !== 'running') return run;
    }
    throw new Error('the run is still running after three minutes');
  }
}
