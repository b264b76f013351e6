// Generated from docs/openapi.json by tools/dev/client-generators/console-paths.ts.
/* oxlint-disable max-lines -- a table of all operations */
import type {
  AcceptedDecision,
  AcceptedForRun,
  AcceptedMessage,
  Agent,
  AgentDefinition,
  ApiKey,
  Approval,
  ApprovalChallenge,
  ApprovalPolicy,
  ApprovalPolicyDefinition,
  ApprovalTotals,
  ApproverGroup,
  AuditEntry,
  Balance,
  Bank,
  BegunSignIn,
  Budget,
  Change,
  ChangeRejection,
  ChannelAuthorization,
  ChannelRequest,
  ChatHistory,
  Connection,
  ConnectionChange,
  ConnectionTest,
  ConsoleSession,
  ConsoleSignIn,
  Costs,
  CreatedApiKey,
  CreatedSigningKey,
  CreatedThread,
  DecidedCall,
  DecidedItems,
  Deleted,
  DeletedApproverGroup,
  DeletedBudget,
  DeletedPayee,
  DeletedSigningKey,
  Erasure,
  Event,
  ExtractRequest,
  Extraction,
  FourEyes,
  Freeze,
  GetApprovalTotalsQuery,
  GetCostsQuery,
  GetIdentifyStatsQuery,
  GetReceiptQuery,
  GetRunQuery,
  GetRunStatsQuery,
  GetUsageQuery,
  GetWebhookStatsQuery,
  Health,
  IdentifyRequest,
  IdentifyResult,
  IdentifyStats,
  ImportedTools,
  LedgerEntry,
  LiftFreezeQuery,
  LiftedFreeze,
  ListAgentsQuery,
  ListApiKeysQuery,
  ListApprovalPoliciesQuery,
  ListApprovalsQuery,
  ListApproverGroupsQuery,
  ListAuditQuery,
  ListBanksQuery,
  ListBudgetsQuery,
  ListChangesQuery,
  ListConnectionsQuery,
  ListDecidedCallsQuery,
  ListEventsQuery,
  ListFreezesQuery,
  ListLedgerQuery,
  ListMcpGrantsQuery,
  ListMessagesQuery,
  ListPasskeysQuery,
  ListPatchesQuery,
  ListPayeePaymentsQuery,
  ListPayeesQuery,
  ListPaymentsQuery,
  ListRequestsQuery,
  ListRunsQuery,
  ListSigningKeysQuery,
  ListThreadsQuery,
  ListVoicesQuery,
  ListWebhookDeliveriesQuery,
  ListWebhookEndpointsQuery,
  ListedTools,
  McpGrant,
  McpSettings,
  Message,
  NewApiKey,
  NewApprovalChallenge,
  NewApproverGroup,
  NewBudget,
  NewConnection,
  NewConsoleSession,
  NewConsoleSignIn,
  NewDecision,
  NewDecisions,
  NewFourEyes,
  NewFreeze,
  NewMcpSettings,
  NewMessage,
  NewOutcome,
  NewPasskey,
  NewPasskeySettings,
  NewPayee,
  NewRevision,
  NewSignIn,
  NewSigningKey,
  NewThread,
  NewWebhookEndpoint,
  Passkey,
  PasskeyCreationOptions,
  PasskeySettings,
  Patch,
  PatchDefinition,
  Payee,
  PayeeChange,
  PaymentSettlement,
  PolicySimulation,
  PublishedAgent,
  PutApproverGroup,
  PutFreeze,
  Readiness,
  RealtimeConfig,
  Redelivery,
  RedeliveryRequest,
  RemovedConsoleSignIn,
  Request,
  RevisedCall,
  RevokedMcpGrant,
  RevokedPasskey,
  Run,
  RunStats,
  SentPayment,
  SettlementReport,
  SignedOut,
  SignedStatement,
  SigningKey,
  SimulatedPolicy,
  Thread,
  ThreadChange,
  ToolImport,
  Trace,
  Usage,
  Voice,
  WebhookAttempt,
  WebhookDelivery,
  WebhookEndpoint,
  WebhookEndpointChange,
  WebhookEndpointWithSecret,
  WebhookStats,
  Withdrawal,
} from '#heddle-client/schema/types.gen.ts';
import type { MayTake, One, Operation, Takes } from './operation.ts';
import type { PageOf } from './page-of.ts';

/** The operations of the API by path and method. */
export interface Paths {
  '/v1/agents': {
    post: Operation<One<PublishedAgent | Change>, object, Takes<AgentDefinition>>;
    get: Operation<PageOf<Agent>, { query?: ListAgentsQuery }>;
  };
  '/v1/agents/{id}': { get: Operation<One<Agent>, { path: { id: string } }> };
  '/v1/agents/{id}/archive': { post: Operation<One<Agent | Change>, { path: { id: string } }> };
  '/v1/patches': {
    post: Operation<One<Patch | Change>, object, Takes<PatchDefinition>>;
    get: Operation<PageOf<Patch>, { query?: ListPatchesQuery }>;
  };
  '/v1/patches/{ref}': { get: Operation<One<Patch>, { path: { ref: string } }> };
  '/v1/connections': {
    post: Operation<One<Connection | Change>, object, Takes<NewConnection>>;
    get: Operation<PageOf<Connection>, { query?: ListConnectionsQuery }>;
  };
  '/v1/connections/{id}': {
    get: Operation<One<Connection>, { path: { id: string } }>;
    patch: Operation<One<Connection | Change>, { path: { id: string } }, Takes<ConnectionChange>>;
    delete: Operation<One<Deleted | Change>, { path: { id: string } }>;
  };
  '/v1/connections/{id}/test': { post: Operation<One<ConnectionTest>, { path: { id: string } }> };
  '/v1/connections/{id}/tools': { get: Operation<One<ListedTools>, { path: { id: string } }> };
  '/v1/connections/{id}/import-tools': {
    post: Operation<One<ImportedTools>, { path: { id: string } }, MayTake<ToolImport>>;
  };
  '/v1/approval-policies': {
    post: Operation<One<ApprovalPolicy | Change>, object, Takes<ApprovalPolicyDefinition>>;
    get: Operation<PageOf<ApprovalPolicy>, { query?: ListApprovalPoliciesQuery }>;
  };
  '/v1/approval-policies/{ref}': { get: Operation<One<ApprovalPolicy>, { path: { ref: string } }> };
  '/v1/approval-policies/{key}/simulate': {
    post: Operation<One<SimulatedPolicy>, { path: { key: string } }, Takes<PolicySimulation>>;
  };
  '/v1/approver-groups/{key}': {
    put: Operation<One<PutApproverGroup | Change>, { path: { key: string } }, Takes<NewApproverGroup>>;
    get: Operation<One<ApproverGroup>, { path: { key: string } }>;
    delete: Operation<One<DeletedApproverGroup | Change>, { path: { key: string } }>;
  };
  '/v1/approver-groups': { get: Operation<PageOf<ApproverGroup>, { query?: ListApproverGroupsQuery }> };
  '/v1/passkeys/options': { post: Operation<One<PasskeyCreationOptions>> };
  '/v1/passkeys': {
    post: Operation<One<Passkey | Change>, object, Takes<NewPasskey>>;
    get: Operation<PageOf<Passkey>, { query?: ListPasskeysQuery }>;
  };
  '/v1/passkeys/{id}': { delete: Operation<One<RevokedPasskey>, { path: { id: string } }> };
  '/v1/settings/passkeys': {
    get: Operation<One<PasskeySettings>>;
    put: Operation<One<PasskeySettings | Change>, object, Takes<NewPasskeySettings>>;
  };
  '/v1/freeze': {
    put: Operation<One<PutFreeze>, object, Takes<NewFreeze>>;
    get: Operation<PageOf<Freeze>, { query?: ListFreezesQuery }>;
    delete: Operation<One<LiftedFreeze | Change>, { query: LiftFreezeQuery }>;
  };
  '/v1/settings/four-eyes': {
    get: Operation<One<FourEyes>>;
    put: Operation<One<FourEyes | Change>, object, Takes<NewFourEyes>>;
  };
  '/v1/changes': { get: Operation<PageOf<Change>, { query?: ListChangesQuery }> };
  '/v1/changes/{id}': { get: Operation<One<Change>, { path: { id: string } }> };
  '/v1/changes/{id}/approve': { post: Operation<One<Change>, { path: { id: string } }> };
  '/v1/changes/{id}/reject': {
    post: Operation<One<Change>, { path: { id: string } }, MayTake<ChangeRejection>>;
  };
  '/v1/signing-keys': {
    post: Operation<One<CreatedSigningKey | Change>, object, Takes<NewSigningKey>>;
    get: Operation<PageOf<SigningKey>, { query?: ListSigningKeysQuery }>;
  };
  '/v1/signing-keys/{id}': {
    get: Operation<One<SigningKey>, { path: { id: string } }>;
    delete: Operation<One<DeletedSigningKey | Change>, { path: { id: string } }>;
  };
  '/v1/api-keys': {
    post: Operation<One<CreatedApiKey | Change>, object, MayTake<NewApiKey>>;
    get: Operation<PageOf<ApiKey>, { query?: ListApiKeysQuery }>;
  };
  '/v1/api-keys/{id}': {
    get: Operation<One<ApiKey>, { path: { id: string } }>;
    delete: Operation<One<Deleted | Change>, { path: { id: string } }>;
  };
  '/v1/console/sign-in': {
    get: Operation<One<ConsoleSignIn>>;
    put: Operation<One<ConsoleSignIn | Change>, object, Takes<NewConsoleSignIn>>;
    delete: Operation<One<RemovedConsoleSignIn | Change>>;
  };
  '/v1/loom/threads': {
    post: Operation<One<CreatedThread>, object, Takes<NewThread>>;
    get: Operation<PageOf<Thread>, { query?: ListThreadsQuery }>;
  };
  '/v1/loom/threads/{thread_id}': {
    get: Operation<One<Thread>, { path: { thread_id: string } }>;
    patch: Operation<One<Thread>, { path: { thread_id: string } }, Takes<ThreadChange>>;
  };
  '/v1/loom/threads/{thread_id}/messages': {
    post: Operation<One<AcceptedMessage>, { path: { thread_id: string } }, Takes<NewMessage>>;
    get: Operation<PageOf<Message>, { path: { thread_id: string }; query?: ListMessagesQuery }>;
  };
  '/v1/loom/threads/{thread_id}/chat': { get: Operation<One<ChatHistory>, { path: { thread_id: string } }> };
  '/v1/loom/runs': { get: Operation<PageOf<Run>, { query?: ListRunsQuery }> };
  '/v1/loom/approvals': { get: Operation<PageOf<Approval>, { query?: ListApprovalsQuery }> };
  '/v1/loom/approvals/totals': { get: Operation<One<ApprovalTotals>, { query?: GetApprovalTotalsQuery }> };
  '/v1/loom/approvals/decided': { get: Operation<PageOf<DecidedCall>, { query?: ListDecidedCallsQuery }> };
  '/v1/loom/approvals/decide': { post: Operation<One<DecidedItems>, object, Takes<NewDecisions>> };
  '/v1/loom/approvals/challenge': {
    post: Operation<One<ApprovalChallenge>, object, Takes<NewApprovalChallenge>>;
  };
  '/v1/loom/runs/{id}': { get: Operation<One<Run>, { path: { id: string }; query?: GetRunQuery }> };
  '/v1/loom/runs/{id}/trace': { get: Operation<One<Trace>, { path: { id: string } }> };
  '/v1/loom/runs/{id}/receipt': {
    get: Operation<One<SignedStatement>, { path: { id: string }; query?: GetReceiptQuery }>;
  };
  '/v1/loom/runs/{id}/confirm': {
    post: Operation<One<AcceptedDecision>, { path: { id: string } }, Takes<NewDecision>>;
  };
  '/v1/loom/runs/{id}/withdraw': {
    post: Operation<One<AcceptedForRun>, { path: { id: string } }, Takes<Withdrawal>>;
  };
  '/v1/loom/runs/{id}/revise': {
    post: Operation<One<RevisedCall>, { path: { id: string } }, Takes<NewRevision>>;
  };
  '/v1/loom/runs/{id}/outcome': {
    post: Operation<One<AcceptedForRun>, { path: { id: string } }, Takes<NewOutcome>>;
  };
  '/v1/loom/runs/{id}/cancel': { post: Operation<One<AcceptedForRun>, { path: { id: string } }> };
  '/v1/loom/stats/costs': { get: Operation<One<Costs>, { query?: GetCostsQuery }> };
  '/v1/loom/stats': { get: Operation<One<RunStats>, { query?: GetRunStatsQuery }> };
  '/v1/subjects/{subject_ref}': { delete: Operation<One<Erasure>, { path: { subject_ref: string } }> };
  '/v1/erasures/{id}': { get: Operation<One<Erasure>, { path: { id: string } }> };
  '/v1/loom/realtime/config': { get: Operation<One<RealtimeConfig>> };
  '/v1/loom/realtime/auth': { post: Operation<One<ChannelAuthorization>, object, Takes<ChannelRequest>> };
  '/v1/webhook-endpoints': {
    post: Operation<One<WebhookEndpointWithSecret | Change>, object, Takes<NewWebhookEndpoint>>;
    get: Operation<PageOf<WebhookEndpoint>, { query?: ListWebhookEndpointsQuery }>;
  };
  '/v1/stats/webhooks': { get: Operation<One<WebhookStats>, { query?: GetWebhookStatsQuery }> };
  '/v1/webhook-endpoints/{id}': {
    get: Operation<One<WebhookEndpoint>, { path: { id: string } }>;
    patch: Operation<One<WebhookEndpoint | Change>, { path: { id: string } }, Takes<WebhookEndpointChange>>;
    delete: Operation<One<Deleted | Change>, { path: { id: string } }>;
  };
  '/v1/webhook-endpoints/{id}/rotate-secret': {
    post: Operation<One<WebhookEndpointWithSecret | Change>, { path: { id: string } }>;
  };
  '/v1/webhook-endpoints/{id}/test': { post: Operation<One<WebhookAttempt>, { path: { id: string } }> };
  '/v1/webhook-endpoints/{id}/deliveries': {
    get: Operation<PageOf<WebhookAttempt>, { path: { id: string }; query?: ListWebhookDeliveriesQuery }>;
  };
  '/v1/webhook-endpoints/{id}/deliveries/{delivery_id}': {
    get: Operation<One<WebhookDelivery>, { path: { id: string; delivery_id: string } }>;
  };
  '/v1/webhook-endpoints/{id}/redeliver': {
    post: Operation<One<Redelivery>, { path: { id: string } }, Takes<RedeliveryRequest>>;
  };
  '/v1/events': { get: Operation<PageOf<Event>, { query?: ListEventsQuery }> };
  '/v1/events/{id}': { get: Operation<One<Event>, { path: { id: string } }> };
  '/v1/payees': {
    post: Operation<One<Payee | Change>, object, Takes<NewPayee>>;
    get: Operation<PageOf<Payee>, { query?: ListPayeesQuery }>;
  };
  '/v1/payees/{id}': {
    get: Operation<One<Payee>, { path: { id: string } }>;
    patch: Operation<One<Payee | Change>, { path: { id: string } }, Takes<PayeeChange>>;
    delete: Operation<One<DeletedPayee | Change>, { path: { id: string } }>;
  };
  '/v1/payees/{id}/payments': {
    get: Operation<PageOf<SentPayment>, { path: { id: string }; query?: ListPayeePaymentsQuery }>;
  };
  '/v1/payments': { get: Operation<PageOf<SentPayment>, { query?: ListPaymentsQuery }> };
  '/v1/payments/{tool_call_id}/settlement': {
    post: Operation<One<PaymentSettlement>, { path: { tool_call_id: string } }, Takes<SettlementReport>>;
  };
  '/v1/identify': { post: Operation<One<IdentifyResult>, object, Takes<IdentifyRequest>> };
  '/v1/identify/banks': { get: Operation<PageOf<Bank>, { query?: ListBanksQuery }> };
  '/v1/identify/stats': { get: Operation<One<IdentifyStats>, { query?: GetIdentifyStatsQuery }> };
  '/v1/mcp/grants': { get: Operation<PageOf<McpGrant>, { query?: ListMcpGrantsQuery }> };
  '/v1/mcp/grants/{id}': { delete: Operation<One<RevokedMcpGrant>, { path: { id: string } }> };
  '/v1/mcp/settings': {
    get: Operation<One<McpSettings>>;
    put: Operation<One<McpSettings | Change>, object, Takes<NewMcpSettings>>;
  };
  '/v1/extract': { post: Operation<One<Extraction>, object, Takes<ExtractRequest>> };
  '/v1/voice/voices': { get: Operation<PageOf<Voice>, { query?: ListVoicesQuery }> };
  '/v1/audit': { get: Operation<PageOf<AuditEntry>, { query?: ListAuditQuery }> };
  '/v1/audit/head': { get: Operation<One<SignedStatement>> };
  '/v1/requests': { get: Operation<PageOf<Request>, { query?: ListRequestsQuery }> };
  '/v1/requests/{id}': { get: Operation<One<Request>, { path: { id: string } }> };
  '/v1/budgets': {
    put: Operation<One<Budget>, object, Takes<NewBudget>>;
    get: Operation<PageOf<Budget>, { query?: ListBudgetsQuery }>;
  };
  '/v1/budgets/{id}': { delete: Operation<One<DeletedBudget>, { path: { id: string } }> };
  '/v1/credits': { get: Operation<One<Balance>> };
  '/v1/credits/ledger': { get: Operation<PageOf<LedgerEntry>, { query?: ListLedgerQuery }> };
  '/v1/usage': { get: Operation<One<Usage>, { query?: GetUsageQuery }> };
  '/console/session': {
    post: Operation<One<ConsoleSession>, object, Takes<NewConsoleSession>>;
    get: Operation<One<ConsoleSession>>;
    delete: Operation<One<SignedOut>>;
  };
  '/console/session/begin': { post: Operation<One<BegunSignIn>, object, Takes<NewSignIn>> };
  '/healthz': { get: Operation<One<Health>> };
  '/readyz': { get: Operation<One<Readiness>> };
}
