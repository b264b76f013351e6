import type { AccountDocument } from './account.ts';
import type { AgentDocument } from './agent.ts';
import type { ApiKeyDocument } from './api-key.ts';
import type { ApprovalCounterDocument } from './approval-counter.ts';
import type { ApprovalPolicyDocument } from './approval-policy.ts';
import type { ApproverGroupDocument } from './approver-group.ts';
import type { AuditChainDocument, AuditEntryDocument } from './audit.ts';
import type { BudgetDocument, BudgetSpendingDocument } from './budget.ts';
import type { ConnectionDocument } from './connection.ts';
import type { ConsoleLinkDocument, ConsoleSessionDocument } from './console-session.ts';
import type { ConsoleSignInDocument, SignInAttemptDocument } from './console-sign-in.ts';
import type { DeltaDocument } from './delta.ts';
import type { DirectoryDocument, DirectoryRowDocument } from './directory.ts';
import type { ErasureDocument } from './erasure.ts';
import type { EventDocument } from '#engine/documents/event.ts';
import type { IdempotencyKeyDocument } from './idempotency-key.ts';
import type { BalanceChangeDocument } from '#engine/documents/balance-change.ts';
import type { McpConversationDocument } from './mcp-conversation.ts';
import type { McpGrantDocument } from './mcp-grant.ts';
import type { McpSettingsDocument } from './mcp-settings.ts';
import type { MessageDocument } from '#engine/documents/message.ts';
import type {
  OAuthAuthorizationDocument,
  OAuthClientDocument,
  OAuthInteractionDocument,
  OAuthTokenDocument,
} from './oauth.ts';
import type { ModelBreakerDocument } from './model-breaker.ts';
import type { OpenStreamsDocument } from './open-streams.ts';
import type { PasskeyChallengeDocument, PasskeyDocument, PasskeySettingsDocument } from './passkey.ts';
import type { PatchDocument } from './patch.ts';
import type { PayeeDocument } from '#engine/documents/payee.ts';
import type { PaymentDocument } from '#engine/documents/payment.ts';
import type { PendingDeliveryDocument } from './pending-delivery.ts';
import type { FreezeDocument } from './freeze.ts';
import type { FourEyesDocument } from './four-eyes.ts';
import type { ProposedChangeDocument } from './proposed-change.ts';
import type { RateLimitDocument } from './rate-limit.ts';
import type { RequestDocument } from './request.ts';
import type { RevisionAllowanceDocument } from './revision-allowance.ts';
import type { RotationDocument } from '#engine/documents/rotation.ts';
import type { RunDocument } from '#engine/documents/run.ts';
import type { SigningKeyDocument } from './signing-key.ts';
import type { SpeechChunkDocument, SpeechDocument } from './speech.ts';
import type { ThreadDocument } from '#engine/documents/thread.ts';
import type { ToolCallDocument } from '#engine/documents/tool-call.ts';
import type { StoredTurn } from './turn.ts';
import type { UsageDocument } from '#engine/documents/usage.ts';
import type { WebhookAttemptDocument } from './webhook-attempt.ts';
import type { WebhookEndpointDocument } from './webhook-endpoint.ts';
import type { WatchedThreadDocument } from './watched-thread.ts';
import type { WorkspaceDocument } from './workspace.ts';
import type { WorkspaceKeyDocument } from './workspace-key.ts';

/** The kinds of document, by collection. */
export interface Documents {
  accounts: AccountDocument;
  agents: AgentDocument;
  api_keys: ApiKeyDocument;
  approval_counters: ApprovalCounterDocument;
  approval_policies: ApprovalPolicyDocument;
  approver_groups: ApproverGroupDocument;
  /** The head of each workspace's audit log. */
  audit_chains: AuditChainDocument;
  audit_entries: AuditEntryDocument;
  budgets: BudgetDocument;
  budget_spending: BudgetSpendingDocument;
  connections: ConnectionDocument;
  console_links: ConsoleLinkDocument;
  console_sessions: ConsoleSessionDocument;
  sign_in_attempts: SignInAttemptDocument;
  console_sign_ins: ConsoleSignInDocument;
  /** On their way to followers; kept for a minute. */
  deltas: DeltaDocument;
  directories: DirectoryDocument;
  directory_rows: DirectoryRowDocument;
  erasures: ErasureDocument;
  events: EventDocument;
  four_eyes: FourEyesDocument;
  /** Lifted ones are kept for a while: calls that they have held back are made by them. */
  freezes: FreezeDocument;
  idempotency_keys: IdempotencyKeyDocument;
  ledger: BalanceChangeDocument;
  mcp_conversations: McpConversationDocument;
  mcp_grants: McpGrantDocument;
  mcp_settings: McpSettingsDocument;
  messages: MessageDocument;
  /** The breakers of models that are open, of all workspaces. */
  model_breakers: ModelBreakerDocument;
  oauth_authorizations: OAuthAuthorizationDocument;
  oauth_clients: OAuthClientDocument;
  oauth_interactions: OAuthInteractionDocument;
  oauth_tokens: OAuthTokenDocument;
  open_streams: OpenStreamsDocument;
  passkeys: PasskeyDocument;
  passkey_challenges: PasskeyChallengeDocument;
  passkey_settings: PasskeySettingsDocument;
  patches: PatchDocument;
  payees: PayeeDocument;
  payments: PaymentDocument;
  pending_deliveries: PendingDeliveryDocument;
  proposed_changes: ProposedChangeDocument;
  rate_limits: RateLimitDocument;
  requests: RequestDocument;
  revision_allowances: RevisionAllowanceDocument;
  /** Reads by pages of the console: apart, because they are frequent. */
  console_reads: RequestDocument;
  /** How far the sweep has come in comparing runs with their workflows. */
  rotations: RotationDocument;
  runs: RunDocument;
  signing_keys: SigningKeyDocument;
  /** Texts that were spoken, each made once. */
  speeches: SpeechDocument;
  speech_chunks: SpeechChunkDocument;
  threads: ThreadDocument;
  tool_calls: ToolCallDocument;
  turns: StoredTurn;
  usage: UsageDocument;
  webhook_attempts: WebhookAttemptDocument;
  webhook_endpoints: WebhookEndpointDocument;
  watched_threads: WatchedThreadDocument;
  workspace_keys: WorkspaceKeyDocument;
  workspaces: WorkspaceDocument;
}
