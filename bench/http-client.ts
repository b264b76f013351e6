import { Agent, request } from 'node:http';

/** A page of a collection. */
export interface Page<Item> {
  data: Item[];
  pagination: { next_cursor: string | null };
}

/** A client of the API, as thin as Node allows, so that the service is measured and not the client. */
export class HttpClient {
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 256 });
  readonly #base: URL;
  readonly #headers: Record<string, string>;

  constructor(baseUrl: string, headers: Record<string, string>) {
    this.#base = new URL(baseUrl);
    this.#headers = headers;
  }

  /**
   * @returns `data` of the envelope
   * @throws if the response is not a success
   */
  async call<Data>(method: 'GET' | 'POST', path: string, body?: unknown): Promise<Data> {
    return (JSON.parse((await this.#send(method, path, body)).toString()) as { data: Data }).data;
  }

  /**
   * @returns a page of a collection
   * @throws if the response is not a success
   */
  async list<Item>(path: string): Promise<Page<Item>> {
    return JSON.parse((await this.#send('GET', path)).toString()) as Page<Item>;
  }

  /** Posts, and reads raw bytes to their end. @throws if the response is not a success, or breaks off */
  async download(path: string, body: unknown): Promise<void> {
    await this.#send('POST', path, body);
  }

  async #send(method: 'GET' | 'POST', path: string, body?: unknown): Promise<Buffer> {
    const payload = body === undefined ? undefined : JSON.stringify(body);
    const { status, bytes } = await new Promise<{ status: number; bytes: Buffer }>((resolve, reject) => {
      const outgoing = request(
        {
          host: this.#base.hostname,
          port: this.#base.port,
          path,
          method,
          agent: this.#agent,
          headers: {
            ...this.#headers,
            ...(payload === undefined
              ? {}
              : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(payload) }),
          },
        },
        (response) => {
          const chunks: Buffer[] = [];
          response.on('data', (chunk: Buffer) => chunks.push(chunk));
          response.on('end', () =>
            resolve({ status: response.statusCode ?? 0, bytes: Buffer.concat(chunks) }),
          );
          response.on('error', reject);
        },
      );
      outgoing.on('error', reject);
      outgoing.end(payload);
    });
    if (status >= 300) throw new Error(`${method} ${path}: ${status} ${bytes.toString()}`);
    return bytes;
  }

  /**
   * Follows a stream, piece by piece. Resolves once it is open.
   * @returns a function that ends it
   */
  async follow(path: string, onText: (text: string) => void): Promise<() => void> {
    return await new Promise((resolve, reject) => {
      const { hostname: host, port } = this.#base;
      const outgoing = request(
        { host, port, path, agent: this.#agent, headers: this.#headers },
        (response) => {
          response
            .setEncoding('utf8')
            .on('data', onText)
            .on('error', () => {});
          if (response.statusCode === 200) resolve(() => outgoing.destroy());
          else reject(new Error(`GET ${path}: ${response.statusCode}`));
        },
      );
      outgoing.on('error', reject).end();
    });
  }

  /** @returns the id of an agent that answers by the script */
  async publishAgent(key: string, patches: object[] = []): Promise<string> {
    const definition = { key, name: key, instructions: 'Answer.', model_class: 'scripted', patches };
    return (await this.call<{ id: string }>('POST', '/v1/agents', definition)).id;
  }

  /** @returns the id of a new thread */
  async startThread(agent_id: string): Promise<string> {
    return (await this.call<{ id: string }>('POST', '/v1/loom/threads', { agent_id })).id;
  }

  /** Posts a message. @returns the id of its run */
  async post(threadId: string, content: string): Promise<string> {
    const path = `/v1/loom/threads/${threadId}/messages`;
    return (await this.call<{ run_id: string }>('POST', path, { content })).run_id;
  }

  /** Waits until a run is closed. */
  async untilClosed(runId: string): Promise<void> {
    const { state } = await this.call<{ state: string }>('GET', `/v1/loom/runs/${runId}?wait=30`);
    if (state !== 'closed') throw new Error(`run ${runId} is ${state}`);
  }

  close(): void {
    this.#agent.destroy();
  }
}
