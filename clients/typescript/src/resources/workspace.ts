import type { RequestOptions } from '../options.ts';
import type { Collection } from '../pages.ts';
import type * as schema from '../schema/types.gen.ts';
import { Resource, segment } from './resource.ts';

/** Credentials of the workspace. */
export class ApiKeys extends Resource {
  async create(key: schema.NewApiKey = {}, options?: RequestOptions): Promise<schema.CreatedApiKey> {
    return await this.data('POST', '/v1/api-keys', { json: key, options });
  }

  list(query?: schema.ListApiKeysQuery, options?: RequestOptions): Collection<schema.ApiKey> {
    return this.collection('/v1/api-keys', query, options);
  }

  async get(id: string, options?: RequestOptions): Promise<schema.ApiKey> {
    return await this.data('GET', `/v1/api-keys/${segment(id)}`, { options });
  }

  async delete(id: string, options?: RequestOptions): Promise<schema.Deleted> {
    return await this.data('DELETE', `/v1/api-keys/${segment(id)}`, { options });
  }
}

/** Keys with which your backend signs session tokens. */
export class SigningKeys extends Resource {
  async create(key: schema.NewSigningKey, options?: RequestOptions): Promise<schema.CreatedSigningKey> {
    return await this.data('POST', '/v1/signing-keys', { json: key, options });
  }

  list(query?: schema.ListSigningKeysQuery, options?: RequestOptions): Collection<schema.SigningKey> {
    return this.collection('/v1/signing-keys', query, options);
  }

  async get(id: string, options?: RequestOptions): Promise<schema.SigningKey> {
    return await this.data('GET', `/v1/signing-keys/${segment(id)}`, { options });
  }

  async delete(id: string, options?: RequestOptions): Promise<schema.DeletedSigningKey> {
    return await this.data('DELETE', `/v1/signing-keys/${segment(id)}`, { options });
  }
}

/** The people whom threads belong to. */
export class Subjects extends Resource {
  /** Erases all data of a subject, which `erasure` follows. */
  async erase(subject: string, options?: RequestOptions): Promise<schema.Erasure> {
    return await this.data('DELETE', `/v1/subjects/${segment(subject)}`, { options });
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
  ): Promise<schema.WebhookEndpointWithSecret> {
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
  ): Promise<schema.WebhookEndpoint> {
    return await this.data('PATCH', `/v1/webhook-endpoints/${segment(id)}`, { json: change, options });
  }

  async delete(id: string, options?: RequestOptions): Promise<schema.Deleted> {
    return await this.data('DELETE', `/v1/webhook-endpoints/${segment(id)}`, { options });
  }

  /** Gives the endpoint a new secret. The old one also signs for 24 hours. */
  async rotateSecret(id: string, options?: RequestOptions): Promise<schema.WebhookEndpointWithSecret> {
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
    const path = `/v1/webhook-endpoints/${segment(id)}/deliveries/${segment(deliveryId)}`;
    return await this.data('GET', path, { options });
  }

  async redeliver(id: string, eventId: string, options?: RequestOptions): Promise<schema.Redelivery> {
    const json = { event_id: eventId };
    return await this.data('POST', `/v1/webhook-endpoints/${segment(id)}/redeliver`, { json, options });
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

  async putSettings(settings: schema.NewMcpSettings, options?: RequestOptions): Promise<schema.McpSettings> {
    return await this.data('PUT', '/v1/mcp/settings', { json: settings, options });
  }
}
