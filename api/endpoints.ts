import { archiveAgent } from './agents/archive.ts';
import { getAgent } from './agents/get.ts';
import { listAgents } from './agents/list.ts';
import { publishAgent } from './agents/publish.ts';
import { createApiKey } from './api-keys/create.ts';
import { deleteApiKey } from './api-keys/delete.ts';
import { getApiKey } from './api-keys/get.ts';
import { listApiKeys } from './api-keys/list.ts';
import { listApprovals } from './approvals/list.ts';
import { createConnection } from './connections/create.ts';
import { deleteConnection } from './connections/delete.ts';
import { getConnection } from './connections/get.ts';
import { importTools } from './connections/import-tools.ts';
import { listConnections } from './connections/list.ts';
import { testConnection } from './connections/test.ts';
import { updateConnection } from './connections/update.ts';
import { getCredits } from './credits/get.ts';
import { listLedger } from './credits/ledger.ts';
import { getErasure } from './erasures/get.ts';
import { extract } from './extract/extract.ts';
import type { Endpoint } from './routing/endpoint.ts';
import { identify } from './identify/identify.ts';
import { listBanks } from './identify/list-banks.ts';
import { getIdentifyStats } from './identify/stats.ts';
import { getEvent } from './events/get.ts';
import { listEvents } from './events/list.ts';
import { streamThreadEvents } from './events/stream.ts';
import { getMcpSettings } from './mcp-settings/get.ts';
import { listMcpGrants } from './mcp-grants/list.ts';
import { revokeMcpGrant } from './mcp-grants/revoke.ts';
import { updateMcpSettings } from './mcp-settings/update.ts';
import { listMessages } from './messages/list.ts';
import { postMessage } from './messages/post.ts';
import { getPatch } from './patches/get.ts';
import { listPatches } from './patches/list.ts';
import { publishPatch } from './patches/publish.ts';
import { getRequest } from './requests/get.ts';
import { listRequests } from './requests/list.ts';
import { authorizeChannel } from './realtime/auth.ts';
import { getRealtimeConfig } from './realtime/config.ts';
import { cancelRun } from './runs/cancel.ts';
import { confirmRun } from './runs/confirm.ts';
import { getRun } from './runs/get.ts';
import { listRuns } from './runs/list.ts';
import { reportOutcome } from './runs/outcome.ts';
import { getTrace } from './runs/trace.ts';
import { createSigningKey } from './signing-keys/create.ts';
import { deleteSigningKey } from './signing-keys/delete.ts';
import { getSigningKey } from './signing-keys/get.ts';
import { listSigningKeys } from './signing-keys/list.ts';
import { getRunStats } from './stats/get-run-stats.ts';
import { getWebhookStats } from './stats/get-webhook-stats.ts';
import { createThread } from './threads/create.ts';
import { getThread } from './threads/get.ts';
import { listThreads } from './threads/list.ts';
import { eraseSubject } from './subjects/erase.ts';
import { getUsage } from './usage/get.ts';
import { listVoices } from './voice/list-voices.ts';
import { speak } from './voice/speak.ts';
import { transcribe } from './voice/transcribe.ts';
import { createWebhookEndpoint } from './webhook-endpoints/create.ts';
import { deleteWebhookEndpoint } from './webhook-endpoints/delete.ts';
import { getWebhookEndpoint } from './webhook-endpoints/get.ts';
import { listWebhookEndpoints } from './webhook-endpoints/list.ts';
import { listWebhookDeliveries } from './webhook-endpoints/list-deliveries.ts';
import { redeliverWebhook } from './webhook-endpoints/redeliver.ts';
import { rotateWebhookSecret } from './webhook-endpoints/rotate-secret.ts';
import { testWebhookEndpoint } from './webhook-endpoints/test.ts';
import { updateWebhookEndpoint } from './webhook-endpoints/update.ts';

/** Every endpoint under /v1. */
export const endpoints: Endpoint[] = [
  publishAgent,
  listAgents,
  getAgent,
  archiveAgent,
  publishPatch,
  listPatches,
  getPatch,
  createConnection,
  listConnections,
  getConnection,
  updateConnection,
  deleteConnection,
  testConnection,
  importTools,
  createSigningKey,
  listSigningKeys,
  getSigningKey,
  deleteSigningKey,
  createApiKey,
  listApiKeys,
  getApiKey,
  deleteApiKey,
  createThread,
  listThreads,
  getThread,
  streamThreadEvents,
  postMessage,
  listMessages,
  listRuns,
  listApprovals,
  getRun,
  getTrace,
  confirmRun,
  reportOutcome,
  cancelRun,
  getRunStats,
  eraseSubject,
  getErasure,
  getRealtimeConfig,
  authorizeChannel,
  createWebhookEndpoint,
  listWebhookEndpoints,
  // Before those with an id in the same place.
  getWebhookStats,
  getWebhookEndpoint,
  updateWebhookEndpoint,
  deleteWebhookEndpoint,
  rotateWebhookSecret,
  testWebhookEndpoint,
  listWebhookDeliveries,
  redeliverWebhook,
  listEvents,
  getEvent,
  identify,
  listBanks,
  getIdentifyStats,
  listMcpGrants,
  revokeMcpGrant,
  getMcpSettings,
  updateMcpSettings,
  extract,
  transcribe,
  speak,
  listVoices,
  listRequests,
  getRequest,
  getCredits,
  listLedger,
  getUsage,
];
