import { followChat } from './chat/follow.ts';
import { getChatHistory } from './chat/history/get.ts';
import { chat } from './chat/post.ts';
import { archiveAgent } from './resources/agents/archive.ts';
import { getAgent } from './resources/agents/get.ts';
import { listAgents } from './resources/agents/list.ts';
import { approveChange } from './resources/changes/approve.ts';
import { getChange } from './resources/changes/get.ts';
import { listChanges } from './resources/changes/list.ts';
import { rejectChange } from './resources/changes/reject.ts';
import { liftFreeze } from './resources/freezes/lift.ts';
import { listFreezes } from './resources/freezes/list.ts';
import { putFreeze } from './resources/freezes/put.ts';
import { getFourEyes } from './resources/four-eyes/get.ts';
import { putFourEyes } from './resources/four-eyes/put.ts';
import { publishAgent } from './resources/agents/publish.ts';
import { createApiKey } from './resources/api-keys/create.ts';
import { deleteApiKey } from './resources/api-keys/delete.ts';
import { getApiKey } from './resources/api-keys/get.ts';
import { listApiKeys } from './resources/api-keys/list.ts';
import { decideCalls } from './resources/approvals/decide.ts';
import { createApprovalChallenge } from './resources/approvals/challenge.ts';
import { listApprovals } from './resources/approvals/list.ts';
import { getApprovalTotals } from './resources/approvals/totals.ts';
import { listDecided } from './resources/approvals/list-decided.ts';
import { streamApprovals } from './resources/approvals/stream.ts';
import { getApprovalPolicy } from './resources/approval-policies/get.ts';
import { listApprovalPolicies } from './resources/approval-policies/list.ts';
import { publishApprovalPolicy } from './resources/approval-policies/publish.ts';
import { simulateApprovalPolicy } from './resources/approval-policies/simulate.ts';
import { deleteApproverGroup } from './resources/approver-groups/delete.ts';
import { getApproverGroup } from './resources/approver-groups/get.ts';
import { listApproverGroups } from './resources/approver-groups/list.ts';
import { putApproverGroup } from './resources/approver-groups/put.ts';
import { getAuditHead } from './resources/audit/head.ts';
import { listAudit } from './resources/audit/list.ts';
import { deleteBudget } from './resources/budgets/delete.ts';
import { listBudgets } from './resources/budgets/list.ts';
import { putBudget } from './resources/budgets/put.ts';
import { createConnection } from './resources/connections/create.ts';
import { deleteConnection } from './resources/connections/delete.ts';
import { getConnection } from './resources/connections/get.ts';
import { listConnectionTools } from './resources/connections/list-tools.ts';
import { importTools } from './resources/connections/import-tools.ts';
import { listConnections } from './resources/connections/list.ts';
import { testConnection } from './resources/connections/test.ts';
import { updateConnection } from './resources/connections/update.ts';
import { beginSignIn } from './console/oidc/begin.ts';
import { getConsoleSession } from './console/get-session.ts';
import { signIn } from './console/sign-in.ts';
import { signOut } from './console/sign-out.ts';
import { removeConsoleSignIn } from './resources/console-sign-in/delete.ts';
import { getConsoleSignIn } from './resources/console-sign-in/get.ts';
import { putConsoleSignIn } from './resources/console-sign-in/put.ts';
import { getCredits } from './resources/credits/get.ts';
import { listLedger } from './resources/credits/ledger.ts';
import { getErasure } from './resources/erasures/get.ts';
import { extract } from './resources/extract/extract.ts';
import type { Endpoint } from './http/endpoint/endpoint.ts';
import { createPayee } from './resources/payees/create.ts';
import { deletePayee } from './resources/payees/delete.ts';
import { getPayee } from './resources/payees/get.ts';
import { listPayees } from './resources/payees/list.ts';
import { listPayeePayments } from './resources/payees/list-payments.ts';
import { updatePayee } from './resources/payees/update.ts';
import { listPayments } from './resources/payments/list.ts';
import { reportSettlement } from './resources/payments/report-settlement.ts';
import { identify } from './resources/identify/identify.ts';
import { listBanks } from './resources/identify/list-banks.ts';
import { getIdentifyStats } from './resources/identify/stats.ts';
import { getEvent } from './resources/events/get.ts';
import { listEvents } from './resources/events/list.ts';
import { streamThreadEvents } from './resources/events/stream.ts';
import { getMcpSettings } from './resources/mcp-settings/get.ts';
import { listMcpGrants } from './resources/mcp-grants/list.ts';
import { revokeMcpGrant } from './resources/mcp-grants/revoke.ts';
import { updateMcpSettings } from './resources/mcp-settings/update.ts';
import { listMessages } from './resources/messages/list.ts';
import { postMessage } from './resources/messages/post.ts';
import { enrolPasskey } from './resources/passkeys/enrol.ts';
import { getPasskeySettings } from './resources/passkeys/get-settings.ts';
import { listPasskeys } from './resources/passkeys/list.ts';
import { createPasskeyOptions } from './resources/passkeys/options.ts';
import { putPasskeySettings } from './resources/passkeys/put-settings.ts';
import { revokePasskey } from './resources/passkeys/revoke.ts';
import { getPatch } from './resources/patches/get.ts';
import { listPatches } from './resources/patches/list.ts';
import { publishPatch } from './resources/patches/publish.ts';
import { getRequest } from './resources/requests/get.ts';
import { listRequests } from './resources/requests/list.ts';
import { authorizeChannel } from './resources/realtime/auth.ts';
import { getRealtimeConfig } from './resources/realtime/config.ts';
import { cancelRun } from './resources/runs/cancel.ts';
import { confirmRun } from './resources/runs/confirm.ts';
import { reviseCall } from './resources/runs/revise.ts';
import { withdrawApproval } from './resources/runs/withdraw.ts';
import { getRun } from './resources/runs/get.ts';
import { listRuns } from './resources/runs/list.ts';
import { reportOutcome } from './resources/runs/outcome.ts';
import { getReceipt } from './resources/runs/receipt.ts';
import { getTrace } from './resources/runs/trace.ts';
import { createSigningKey } from './resources/signing-keys/create.ts';
import { deleteSigningKey } from './resources/signing-keys/delete.ts';
import { getSigningKey } from './resources/signing-keys/get.ts';
import { listSigningKeys } from './resources/signing-keys/list.ts';
import { getCosts } from './resources/stats/get-costs.ts';
import { getRunStats } from './resources/stats/get-run-stats.ts';
import { getWebhookStats } from './resources/stats/get-webhook-stats.ts';
import { createThread } from './resources/threads/create.ts';
import { getThread } from './resources/threads/get.ts';
import { listThreads } from './resources/threads/list.ts';
import { updateThread } from './resources/threads/update.ts';
import { eraseSubject } from './resources/subjects/erase.ts';
import { getUsage } from './resources/usage/get.ts';
import { listVoices } from './resources/voice/list-voices.ts';
import { speak } from './resources/voice/speak.ts';
import { transcribe } from './resources/voice/transcribe.ts';
import { createWebhookEndpoint } from './resources/webhook-endpoints/create.ts';
import { deleteWebhookEndpoint } from './resources/webhook-endpoints/delete.ts';
import { getWebhookEndpoint } from './resources/webhook-endpoints/get.ts';
import { listWebhookEndpoints } from './resources/webhook-endpoints/list.ts';
import { getWebhookDelivery } from './resources/webhook-endpoints/get-delivery.ts';
import { listWebhookDeliveries } from './resources/webhook-endpoints/list-deliveries.ts';
import { redeliverWebhook } from './resources/webhook-endpoints/redeliver.ts';
import { rotateWebhookSecret } from './resources/webhook-endpoints/rotate-secret.ts';
import { testWebhookEndpoint } from './resources/webhook-endpoints/test.ts';
import { updateWebhookEndpoint } from './resources/webhook-endpoints/update.ts';
import type { ApiServices } from './services.ts';

/** Every endpoint under /v1. */
export const endpoints: Endpoint<ApiServices>[] = [
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
  listConnectionTools,
  importTools,
  publishApprovalPolicy,
  listApprovalPolicies,
  getApprovalPolicy,
  simulateApprovalPolicy,
  putApproverGroup,
  listApproverGroups,
  getApproverGroup,
  deleteApproverGroup,
  createPasskeyOptions,
  enrolPasskey,
  listPasskeys,
  revokePasskey,
  getPasskeySettings,
  putPasskeySettings,
  putFreeze,
  listFreezes,
  liftFreeze,
  getFourEyes,
  putFourEyes,
  listChanges,
  getChange,
  approveChange,
  rejectChange,
  createSigningKey,
  listSigningKeys,
  getSigningKey,
  deleteSigningKey,
  createApiKey,
  listApiKeys,
  getApiKey,
  deleteApiKey,
  getConsoleSignIn,
  putConsoleSignIn,
  removeConsoleSignIn,
  createThread,
  listThreads,
  getThread,
  updateThread,
  streamThreadEvents,
  postMessage,
  listMessages,
  chat,
  getChatHistory,
  followChat,
  listRuns,
  listApprovals,
  getApprovalTotals,
  listDecided,
  decideCalls,
  streamApprovals,
  createApprovalChallenge,
  getRun,
  getTrace,
  getReceipt,
  confirmRun,
  withdrawApproval,
  reviseCall,
  reportOutcome,
  cancelRun,
  getCosts,
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
  getWebhookDelivery,
  redeliverWebhook,
  listEvents,
  getEvent,
  createPayee,
  listPayees,
  getPayee,
  updatePayee,
  deletePayee,
  listPayeePayments,
  listPayments,
  reportSettlement,
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
  listAudit,
  getAuditHead,
  listRequests,
  getRequest,
  putBudget,
  listBudgets,
  deleteBudget,
  getCredits,
  listLedger,
  getUsage,
];

/** Every endpoint: those under /v1, and those beside it that only the console's own pages may call. */
export const allEndpoints: Endpoint<ApiServices>[] = [
  ...endpoints,
  signIn,
  beginSignIn,
  getConsoleSession,
  signOut,
];
