// Generated from docs/openapi.json by tools/dev/client-generators/resources.
import type { RequestOptions } from '../options.ts';
import type { Collection } from '../pages.ts';
import type * as schema from '../schema/types.gen.ts';
import { type OrChange, Resource, segment } from './resource.ts';

/** Published versions of agents. */
export class Agents extends Resource {
  async publish(
    agent: schema.AgentDefinition,
    options?: RequestOptions,
  ): Promise<OrChange<schema.PublishedAgent>> {
    return await this.data('POST', '/v1/agents', { json: agent, options });
  }

  list(query?: schema.ListAgentsQuery, options?: RequestOptions): Collection<schema.Agent> {
    return this.collection('/v1/agents', query, options);
  }

  async get(id: string, options?: RequestOptions): Promise<schema.Agent> {
    return await this.data('GET', `/v1/agents/${segment(id)}`, { options });
  }

  async archive(id: string, options?: RequestOptions): Promise<OrChange<schema.Agent>> {
    return await this.data('POST', `/v1/agents/${segment(id)}/archive`, { options });
  }
}

/** Declarations of what agents can call. */
export class Patches extends Resource {
  async publish(patch: schema.PatchDefinition, options?: RequestOptions): Promise<OrChange<schema.Patch>> {
    return await this.data('POST', '/v1/patches', { json: patch, options });
  }

  list(query?: schema.ListPatchesQuery, options?: RequestOptions): Collection<schema.Patch> {
    return this.collection('/v1/patches', query, options);
  }

  async get(ref: string, options?: RequestOptions): Promise<schema.Patch> {
    return await this.data('GET', `/v1/patches/${segment(ref)}`, { options });
  }
}

/** Hosts that agents call. */
export class Connections extends Resource {
  async create(
    connection: schema.NewConnection,
    options?: RequestOptions,
  ): Promise<OrChange<schema.Connection>> {
    return await this.data('POST', '/v1/connections', { json: connection, options });
  }

  list(query?: schema.ListConnectionsQuery, options?: RequestOptions): Collection<schema.Connection> {
    return this.collection('/v1/connections', query, options);
  }

  async get(id: string, options?: RequestOptions): Promise<schema.Connection> {
    return await this.data('GET', `/v1/connections/${segment(id)}`, { options });
  }

  async update(
    id: string,
    change: schema.ConnectionChange,
    options?: RequestOptions,
  ): Promise<OrChange<schema.Connection>> {
    return await this.data('PATCH', `/v1/connections/${segment(id)}`, { json: change, options });
  }

  async delete(id: string, options?: RequestOptions): Promise<OrChange<schema.Deleted>> {
    return await this.data('DELETE', `/v1/connections/${segment(id)}`, { options });
  }

  async test(id: string, options?: RequestOptions): Promise<schema.ConnectionTest> {
    return await this.data('POST', `/v1/connections/${segment(id)}/test`, { options });
  }

  /** The tools of an MCP server, with what an import would propose for each. Publishes nothing. */
  async tools(id: string, options?: RequestOptions): Promise<schema.ListedTools> {
    return await this.data('GET', `/v1/connections/${segment(id)}/tools`, { options });
  }

  /** Makes patches of the tools of an MCP server. */
  async importTools(
    id: string,
    tools: schema.ToolImport = {},
    options?: RequestOptions,
  ): Promise<schema.ImportedTools> {
    return await this.data('POST', `/v1/connections/${segment(id)}/import-tools`, { json: tools, options });
  }
}

/** Policies that allow, deny or hold calls, and name the approvers. */
export class ApprovalPolicies extends Resource {
  async publish(
    policy: schema.ApprovalPolicyDefinition,
    options?: RequestOptions,
  ): Promise<OrChange<schema.ApprovalPolicy>> {
    return await this.data('POST', '/v1/approval-policies', { json: policy, options });
  }

  list(
    query?: schema.ListApprovalPoliciesQuery,
    options?: RequestOptions,
  ): Collection<schema.ApprovalPolicy> {
    return this.collection('/v1/approval-policies', query, options);
  }

  async get(ref: string, options?: RequestOptions): Promise<schema.ApprovalPolicy> {
    return await this.data('GET', `/v1/approval-policies/${segment(ref)}`, { options });
  }

  /** Simulates a policy on stored calls. */
  async simulate(
    key: string,
    simulation: schema.PolicySimulation,
    options?: RequestOptions,
  ): Promise<schema.SimulatedPolicy> {
    return await this.data('POST', `/v1/approval-policies/${segment(key)}/simulate`, {
      json: simulation,
      options,
    });
  }
}

/** Groups of people who may approve at a stage of a policy. */
export class ApproverGroups extends Resource {
  async put(
    key: string,
    group: schema.NewApproverGroup,
    options?: RequestOptions,
  ): Promise<OrChange<schema.PutApproverGroup>> {
    return await this.data('PUT', `/v1/approver-groups/${segment(key)}`, { json: group, options });
  }

  list(query?: schema.ListApproverGroupsQuery, options?: RequestOptions): Collection<schema.ApproverGroup> {
    return this.collection('/v1/approver-groups', query, options);
  }

  async get(key: string, options?: RequestOptions): Promise<schema.ApproverGroup> {
    return await this.data('GET', `/v1/approver-groups/${segment(key)}`, { options });
  }

  async delete(key: string, options?: RequestOptions): Promise<OrChange<schema.DeletedApproverGroup>> {
    return await this.data('DELETE', `/v1/approver-groups/${segment(key)}`, { options });
  }
}

/** Freezes: no call that one covers is sent. */
export class Freezes extends Resource {
  async put(freeze: schema.NewFreeze, options?: RequestOptions): Promise<schema.PutFreeze> {
    return await this.data('PUT', '/v1/freeze', { json: freeze, options });
  }

  list(query?: schema.ListFreezesQuery, options?: RequestOptions): Collection<schema.Freeze> {
    return this.collection('/v1/freeze', query, options);
  }

  /** Lifts a freeze: the approved calls that it held back are sent. */
  async lift(
    query?: schema.LiftFreezeQuery,
    options?: RequestOptions,
  ): Promise<OrChange<schema.LiftedFreeze>> {
    return await this.data('DELETE', '/v1/freeze', { query, options });
  }
}

/** Proposed changes of the configuration. */
export class Changes extends Resource {
  list(query?: schema.ListChangesQuery, options?: RequestOptions): Collection<schema.Change> {
    return this.collection('/v1/changes', query, options);
  }

  async get(id: string, options?: RequestOptions): Promise<schema.Change> {
    return await this.data('GET', `/v1/changes/${segment(id)}`, { options });
  }

  async approve(id: string, options?: RequestOptions): Promise<schema.Change> {
    return await this.data('POST', `/v1/changes/${segment(id)}/approve`, { options });
  }

  async reject(
    id: string,
    rejection: schema.ChangeRejection = {},
    options?: RequestOptions,
  ): Promise<schema.Change> {
    return await this.data('POST', `/v1/changes/${segment(id)}/reject`, { json: rejection, options });
  }
}

/** Keys of people, with which they sign their decisions (WebAuthn). */
export class Passkeys extends Resource {
  /** Options for `navigator.credentials.create()`. */
  async options(options?: RequestOptions): Promise<schema.PasskeyCreationOptions> {
    return await this.data('POST', '/v1/passkeys/options', { options });
  }

  async enrol(passkey: schema.NewPasskey, options?: RequestOptions): Promise<OrChange<schema.Passkey>> {
    return await this.data('POST', '/v1/passkeys', { json: passkey, options });
  }

  list(query?: schema.ListPasskeysQuery, options?: RequestOptions): Collection<schema.Passkey> {
    return this.collection('/v1/passkeys', query, options);
  }

  /** Revokes a passkey. Decisions that it has signed stay valid. */
  async revoke(id: string, options?: RequestOptions): Promise<schema.RevokedPasskey> {
    return await this.data('DELETE', `/v1/passkeys/${segment(id)}`, { options });
  }

  /** The challenge that a passkey of the actor signs for a decision, for `navigator.credentials.get()`. */
  async challenge(
    decision: schema.NewApprovalChallenge,
    options?: RequestOptions,
  ): Promise<schema.ApprovalChallenge> {
    return await this.data('POST', '/v1/loom/approvals/challenge', { json: decision, options });
  }
}

/** Settings of changes that need two people, of passkeys, and of the sign-in to the console. */
export class Settings extends Resource {
  async fourEyes(options?: RequestOptions): Promise<schema.FourEyes> {
    return await this.data('GET', '/v1/settings/four-eyes', { options });
  }

  async putFourEyes(
    settings: schema.NewFourEyes,
    options?: RequestOptions,
  ): Promise<OrChange<schema.FourEyes>> {
    return await this.data('PUT', '/v1/settings/four-eyes', { json: settings, options });
  }

  async passkeys(options?: RequestOptions): Promise<schema.PasskeySettings> {
    return await this.data('GET', '/v1/settings/passkeys', { options });
  }

  async putPasskeys(
    settings: schema.NewPasskeySettings,
    options?: RequestOptions,
  ): Promise<OrChange<schema.PasskeySettings>> {
    return await this.data('PUT', '/v1/settings/passkeys', { json: settings, options });
  }

  async consoleSignIn(options?: RequestOptions): Promise<schema.ConsoleSignIn> {
    return await this.data('GET', '/v1/console/sign-in', { options });
  }

  async putConsoleSignIn(
    signIn: schema.NewConsoleSignIn,
    options?: RequestOptions,
  ): Promise<OrChange<schema.ConsoleSignIn>> {
    return await this.data('PUT', '/v1/console/sign-in', { json: signIn, options });
  }

  /** Ends the sessions that began with it; afterwards API keys and links have all rights again. */
  async removeConsoleSignIn(options?: RequestOptions): Promise<OrChange<schema.RemovedConsoleSignIn>> {
    return await this.data('DELETE', '/v1/console/sign-in', { options });
  }
}

/** Credentials of the workspace. */
export class ApiKeys extends Resource {
  async create(
    key: schema.NewApiKey = {},
    options?: RequestOptions,
  ): Promise<OrChange<schema.CreatedApiKey>> {
    return await this.data('POST', '/v1/api-keys', { json: key, options });
  }

  list(query?: schema.ListApiKeysQuery, options?: RequestOptions): Collection<schema.ApiKey> {
    return this.collection('/v1/api-keys', query, options);
  }

  async get(id: string, options?: RequestOptions): Promise<schema.ApiKey> {
    return await this.data('GET', `/v1/api-keys/${segment(id)}`, { options });
  }

  async delete(id: string, options?: RequestOptions): Promise<OrChange<schema.Deleted>> {
    return await this.data('DELETE', `/v1/api-keys/${segment(id)}`, { options });
  }
}

/** Keys with which your backend signs session tokens. */
export class SigningKeys extends Resource {
  async create(
    key: schema.NewSigningKey,
    options?: RequestOptions,
  ): Promise<OrChange<schema.CreatedSigningKey>> {
    return await this.data('POST', '/v1/signing-keys', { json: key, options });
  }

  list(query?: schema.ListSigningKeysQuery, options?: RequestOptions): Collection<schema.SigningKey> {
    return this.collection('/v1/signing-keys', query, options);
  }

  async get(id: string, options?: RequestOptions): Promise<schema.SigningKey> {
    return await this.data('GET', `/v1/signing-keys/${segment(id)}`, { options });
  }

  async delete(id: string, options?: RequestOptions): Promise<OrChange<schema.DeletedSigningKey>> {
    return await this.data('DELETE', `/v1/signing-keys/${segment(id)}`, { options });
  }
}

/** The people whom threads belong to. */
export class Subjects extends Resource {
  /** Erases all data of a subject, which `erasure` follows. */
  async erase(subjectRef: string, options?: RequestOptions): Promise<schema.Erasure> {
    return await this.data('DELETE', `/v1/subjects/${segment(subjectRef)}`, { options });
  }

  async erasure(id: string, options?: RequestOptions): Promise<schema.Erasure> {
    return await this.data('GET', `/v1/erasures/${segment(id)}`, { options });
  }
}

/** The log of events. `threads.events` follows them as they happen. */
export class Events extends Resource {
  list(query?: schema.ListEventsQuery, options?: RequestOptions): Collection<schema.Event> {
    return this.collection('/v1/events', query, options);
  }

  async get(id: string, options?: RequestOptions): Promise<schema.Event> {
    return await this.data('GET', `/v1/events/${segment(id)}`, { options });
  }
}

/** Your URLs to which events are delivered. `verifyWebhook` verifies them there. */
export class WebhookEndpoints extends Resource {
  async create(
    endpoint: schema.NewWebhookEndpoint,
    options?: RequestOptions,
  ): Promise<OrChange<schema.WebhookEndpointWithSecret>> {
    return await this.data('POST', '/v1/webhook-endpoints', { json: endpoint, options });
  }

  list(
    query?: schema.ListWebhookEndpointsQuery,
    options?: RequestOptions,
  ): Collection<schema.WebhookEndpoint> {
    return this.collection('/v1/webhook-endpoints', query, options);
  }

  async get(id: string, options?: RequestOptions): Promise<schema.WebhookEndpoint> {
    return await this.data('GET', `/v1/webhook-endpoints/${segment(id)}`, { options });
  }

  async update(
    id: string,
    change: schema.WebhookEndpointChange,
    options?: RequestOptions,
  ): Promise<OrChange<schema.WebhookEndpoint>> {
    return await this.data('PATCH', `/v1/webhook-endpoints/${segment(id)}`, { json: change, options });
  }

  async delete(id: string, options?: RequestOptions): Promise<OrChange<schema.Deleted>> {
    return await this.data('DELETE', `/v1/webhook-endpoints/${segment(id)}`, { options });
  }

  /** Gives the endpoint a new secret. The old one also signs for 24 hours. */
  async rotateSecret(
    id: string,
    options?: RequestOptions,
  ): Promise<OrChange<schema.WebhookEndpointWithSecret>> {
    return await this.data('POST', `/v1/webhook-endpoints/${segment(id)}/rotate-secret`, { options });
  }

  async test(id: string, options?: RequestOptions): Promise<schema.WebhookAttempt> {
    return await this.data('POST', `/v1/webhook-endpoints/${segment(id)}/test`, { options });
  }

  deliveries(
    id: string,
    query?: schema.ListWebhookDeliveriesQuery,
    options?: RequestOptions,
  ): Collection<schema.WebhookAttempt> {
    return this.collection(`/v1/webhook-endpoints/${segment(id)}/deliveries`, query, options);
  }

  /** An attempt, with what was sent and what was answered. */
  async delivery(id: string, deliveryId: string, options?: RequestOptions): Promise<schema.WebhookDelivery> {
    return await this.data('GET', `/v1/webhook-endpoints/${segment(id)}/deliveries/${segment(deliveryId)}`, {
      options,
    });
  }

  async redeliver(id: string, eventId: string, options?: RequestOptions): Promise<schema.Redelivery> {
    return await this.data('POST', `/v1/webhook-endpoints/${segment(id)}/redeliver`, {
      json: { event_id: eventId },
      options,
    });
  }
}

/** The accounts that payments named, and what was paid to them. */
export class Payees extends Resource {
  async create(payee: schema.NewPayee, options?: RequestOptions): Promise<OrChange<schema.Payee>> {
    return await this.data('POST', '/v1/payees', { json: payee, options });
  }

  list(query?: schema.ListPayeesQuery, options?: RequestOptions): Collection<schema.Payee> {
    return this.collection('/v1/payees', query, options);
  }

  async get(id: string, options?: RequestOptions): Promise<schema.Payee> {
    return await this.data('GET', `/v1/payees/${segment(id)}`, { options });
  }

  async update(
    id: string,
    change: schema.PayeeChange,
    options?: RequestOptions,
  ): Promise<OrChange<schema.Payee>> {
    return await this.data('PATCH', `/v1/payees/${segment(id)}`, { json: change, options });
  }

  async delete(id: string, options?: RequestOptions): Promise<OrChange<schema.DeletedPayee>> {
    return await this.data('DELETE', `/v1/payees/${segment(id)}`, { options });
  }

  payments(
    id: string,
    query?: schema.ListPayeePaymentsQuery,
    options?: RequestOptions,
  ): Collection<schema.SentPayment> {
    return this.collection(`/v1/payees/${segment(id)}/payments`, query, options);
  }
}

/** Payments that were sent. */
export class Payments extends Resource {
  list(query?: schema.ListPaymentsQuery, options?: RequestOptions): Collection<schema.SentPayment> {
    return this.collection('/v1/payments', query, options);
  }

  async reportSettlement(
    toolCallId: string,
    report: schema.SettlementReport,
    options?: RequestOptions,
  ): Promise<schema.PaymentSettlement> {
    return await this.data('POST', `/v1/payments/${segment(toolCallId)}/settlement`, {
      json: report,
      options,
    });
  }
}

/** Usage and costs. */
export class Account extends Resource {
  async balance(options?: RequestOptions): Promise<schema.Balance> {
    return await this.data('GET', '/v1/credits', { options });
  }

  ledger(query?: schema.ListLedgerQuery, options?: RequestOptions): Collection<schema.LedgerEntry> {
    return this.collection('/v1/credits/ledger', query, options);
  }

  async usage(query?: schema.GetUsageQuery, options?: RequestOptions): Promise<schema.Usage> {
    return await this.data('GET', '/v1/usage', { query, options });
  }

  requests(query?: schema.ListRequestsQuery, options?: RequestOptions): Collection<schema.Request> {
    return this.collection('/v1/requests', query, options);
  }

  async request(id: string, options?: RequestOptions): Promise<schema.Request> {
    return await this.data('GET', `/v1/requests/${segment(id)}`, { options });
  }

  budgets(query?: schema.ListBudgetsQuery, options?: RequestOptions): Collection<schema.Budget> {
    return this.collection('/v1/budgets', query, options);
  }

  async putBudget(budget: schema.NewBudget, options?: RequestOptions): Promise<schema.Budget> {
    return await this.data('PUT', '/v1/budgets', { json: budget, options });
  }

  async deleteBudget(id: string, options?: RequestOptions): Promise<schema.DeletedBudget> {
    return await this.data('DELETE', `/v1/budgets/${segment(id)}`, { options });
  }

  audit(query?: schema.ListAuditQuery, options?: RequestOptions): Collection<schema.AuditEntry> {
    return this.collection('/v1/audit', query, options);
  }

  async auditHead(options?: RequestOptions): Promise<schema.SignedStatement> {
    return await this.data('GET', '/v1/audit/head', { options });
  }

  async runStats(query?: schema.GetRunStatsQuery, options?: RequestOptions): Promise<schema.RunStats> {
    return await this.data('GET', '/v1/loom/stats', { query, options });
  }

  /** The costs of runs in a period, by agent, model or subject, and over time. */
  async costs(query?: schema.GetCostsQuery, options?: RequestOptions): Promise<schema.Costs> {
    return await this.data('GET', '/v1/loom/stats/costs', { query, options });
  }

  async webhookStats(
    query?: schema.GetWebhookStatsQuery,
    options?: RequestOptions,
  ): Promise<schema.WebhookStats> {
    return await this.data('GET', '/v1/stats/webhooks', { query, options });
  }
}

/** The standing authorizations of MCP clients, and where their users sign in. */
export class Mcp extends Resource {
  grants(query?: schema.ListMcpGrantsQuery, options?: RequestOptions): Collection<schema.McpGrant> {
    return this.collection('/v1/mcp/grants', query, options);
  }

  async revokeGrant(id: string, options?: RequestOptions): Promise<schema.RevokedMcpGrant> {
    return await this.data('DELETE', `/v1/mcp/grants/${segment(id)}`, { options });
  }

  async settings(options?: RequestOptions): Promise<schema.McpSettings> {
    return await this.data('GET', '/v1/mcp/settings', { options });
  }

  async putSettings(
    settings: schema.NewMcpSettings,
    options?: RequestOptions,
  ): Promise<OrChange<schema.McpSettings>> {
    return await this.data('PUT', '/v1/mcp/settings', { json: settings, options });
  }
}

/** The bank behind an account reference. */
export class Identify extends Resource {
  async lookUp(reference: schema.IdentifyRequest, options?: RequestOptions): Promise<schema.IdentifyResult> {
    return await this.data('POST', '/v1/identify', { json: reference, options });
  }

  banks(query?: schema.ListBanksQuery, options?: RequestOptions): Collection<schema.Bank> {
    return this.collection('/v1/identify/banks', query, options);
  }

  async stats(query?: schema.GetIdentifyStatsQuery, options?: RequestOptions): Promise<schema.IdentifyStats> {
    return await this.data('GET', '/v1/identify/stats', { query, options });
  }
}

/** Subscriptions at the realtime provider. */
export class Realtime extends Resource {
  async config(options?: RequestOptions): Promise<schema.RealtimeConfig> {
    return await this.data('GET', '/v1/loom/realtime/config', { options });
  }

  async authorize(
    channel: schema.ChannelRequest,
    options?: RequestOptions,
  ): Promise<schema.ChannelAuthorization> {
    return await this.data('POST', '/v1/loom/realtime/auth', { json: channel, options });
  }
}
