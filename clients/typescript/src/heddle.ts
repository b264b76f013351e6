import { checkOptions } from './check-options.ts';
import type { HeddleOptions, RequestOptions } from './options.ts';
import * as configuration from './resources/configuration.ts';
import * as products from './resources/products.ts';
import { Runs } from './resources/runs.ts';
import { Threads } from './resources/threads.ts';
import * as workspace from './resources/workspace.ts';
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
  readonly agents: configuration.Agents;
  readonly patches: configuration.Patches;
  readonly connections: configuration.Connections;
  readonly approvalPolicies: configuration.ApprovalPolicies;
  readonly approverGroups: configuration.ApproverGroups;
  readonly changes: configuration.Changes;
  readonly settings: configuration.Settings;
  readonly apiKeys: workspace.ApiKeys;
  readonly signingKeys: workspace.SigningKeys;
  readonly subjects: workspace.Subjects;
  readonly events: workspace.Events;
  readonly webhookEndpoints: workspace.WebhookEndpoints;
  readonly account: workspace.Account;
  readonly mcp: workspace.Mcp;
  readonly identify: products.Identify;
  readonly voice: products.Voice;
  readonly realtime: products.Realtime;

  /** @throws {HeddleError} if an option is missing or cannot be right */
  constructor(options: HeddleOptions) {
    const transport = new Transport(checkOptions(options));
    this.#options = options;
    this.#transport = transport;
    this.threads = new Threads(transport);
    this.runs = new Runs(transport);
    this.agents = new configuration.Agents(transport);
    this.patches = new configuration.Patches(transport);
    this.connections = new configuration.Connections(transport);
    this.approvalPolicies = new configuration.ApprovalPolicies(transport);
    this.approverGroups = new configuration.ApproverGroups(transport);
    this.changes = new configuration.Changes(transport);
    this.settings = new configuration.Settings(transport);
    this.apiKeys = new workspace.ApiKeys(transport);
    this.signingKeys = new workspace.SigningKeys(transport);
    this.subjects = new workspace.Subjects(transport);
    this.events = new workspace.Events(transport);
    this.webhookEndpoints = new workspace.WebhookEndpoints(transport);
    this.account = new workspace.Account(transport);
    this.mcp = new workspace.Mcp(transport);
    this.identify = new products.Identify(transport);
    this.voice = new products.Voice(transport);
    this.realtime = new products.Realtime(transport);
  }

  /** The same client with other options, such as another subject. */
  with(options: Partial<HeddleOptions>): Heddle {
    return new Heddle({ ...this.#options, ...options });
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
