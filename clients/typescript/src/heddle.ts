import type { Answer } from './answer.ts';
import { checkOptions } from './check-options.ts';
import { HeddleError } from './errors.ts';
import type { ApiRequest, HeddleOptions, RequestOptions } from './options.ts';
import * as resources from './resources/generated.ts';
import { Runs } from './resources/runs.ts';
import { Threads } from './resources/threads.ts';
import { Voice } from './resources/voice.ts';
import type { Extraction, ExtractRequest } from './schema/types.gen.ts';
import { Transport } from './transport.ts';

/**
 * The client of a Heddle service, for servers and browsers.
 *
 * Each call is sent again if that may help and does nothing twice, throws an {@link ApiError} for what the API refuses and a
 * {@link ConnectionError} if there is no answer.
 *
 * @example
 * const heddle = new Heddle({ baseUrl: 'https://heddle.example', apiKey, subject: 'customer-17' });
 * const { id } = await heddle.threads.create({ agent_id });
 * const { run_id } = await heddle.threads.post(id, 'Pay Bo 12.50 EUR');
 * const run = await heddle.runs.wait(run_id);
 */
export class Heddle {
  readonly #options: HeddleOptions;
  readonly #transport: Transport;
  readonly threads: Threads;
  readonly runs: Runs;
  readonly agents: resources.Agents;
  readonly patches: resources.Patches;
  readonly connections: resources.Connections;
  readonly approvalPolicies: resources.ApprovalPolicies;
  readonly approverGroups: resources.ApproverGroups;
  readonly freezes: resources.Freezes;
  readonly changes: resources.Changes;
  readonly passkeys: resources.Passkeys;
  readonly settings: resources.Settings;
  readonly apiKeys: resources.ApiKeys;
  readonly signingKeys: resources.SigningKeys;
  readonly subjects: resources.Subjects;
  readonly events: resources.Events;
  readonly webhookEndpoints: resources.WebhookEndpoints;
  readonly payees: resources.Payees;
  readonly payments: resources.Payments;
  readonly account: resources.Account;
  readonly mcp: resources.Mcp;
  readonly identify: resources.Identify;
  readonly voice: Voice;
  readonly realtime: resources.Realtime;

  /** @throws {HeddleError} if an option is missing or cannot be right */
  constructor(options: HeddleOptions) {
    const transport = new Transport(checkOptions(options));
    this.#options = options;
    this.#transport = transport;
    this.threads = new Threads(transport);
    this.runs = new Runs(transport);
    this.agents = new resources.Agents(transport);
    this.patches = new resources.Patches(transport);
    this.connections = new resources.Connections(transport);
    this.approvalPolicies = new resources.ApprovalPolicies(transport);
    this.approverGroups = new resources.ApproverGroups(transport);
    this.freezes = new resources.Freezes(transport);
    this.changes = new resources.Changes(transport);
    this.passkeys = new resources.Passkeys(transport);
    this.settings = new resources.Settings(transport);
    this.apiKeys = new resources.ApiKeys(transport);
    this.signingKeys = new resources.SigningKeys(transport);
    this.subjects = new resources.Subjects(transport);
    this.events = new resources.Events(transport);
    this.webhookEndpoints = new resources.WebhookEndpoints(transport);
    this.payees = new resources.Payees(transport);
    this.payments = new resources.Payments(transport);
    this.account = new resources.Account(transport);
    this.mcp = new resources.Mcp(transport);
    this.identify = new resources.Identify(transport);
    this.voice = new Voice(transport);
    this.realtime = new resources.Realtime(transport);
  }

  /** The same client with other options, such as another subject. */
  with(options: Partial<HeddleOptions>): Heddle {
    return new Heddle({ ...this.#options, ...options });
  }

  /**
   * Sends any request, for what has no method here yet: with the credential, and again where that may help.
   *
   * @example
   * const { data, status, headers } = await heddle.request<{ id: string }>({ method: 'GET', path: '/v1/new' });
   * @throws {ApiError} if the API refuses it
   */
  async request<Data = unknown>(
    request: ApiRequest,
    options?: RequestOptions,
  ): Promise<Omit<Answer<Data>, 'error'>> {
    if (!request.path.startsWith('/'))
      throw new HeddleError('path must begin with a slash, as in /v1/agents');
    return await this.#transport.answer(request, options);
  }

  /** Data of a given shape out of a text. */
  async extract(request: ExtractRequest, options?: RequestOptions): Promise<Extraction> {
    const { data } = await this.#transport.json<{ data: Extraction }>(
      { method: 'POST', path: '/v1/extract', json: request },
      options,
    );
    return data;
  }
}
