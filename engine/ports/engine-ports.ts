import type { TokenPrice } from '#contract/credits.ts';
import type { ModelClass } from '#contract/model-class.ts';
import type { Accounts } from './accounts.ts';
import type { Agents } from './agents.ts';
import type { ApprovalPolicies } from './approval-policies.ts';
import type { BlindNames } from './blind-names.ts';
import type { BuiltIns } from './built-ins.ts';
import type { Calls } from './calls.ts';
import type { Clock } from './clock.ts';
import type { Connections } from './connections.ts';
import type { ConversationStore } from './conversation-store.ts';
import type { Funds } from './funds.ts';
import type { LimitCounters } from './limit-counters.ts';
import type { Log } from './log.ts';
import type { Models } from './models.ts';
import type { OpenRuns } from './open-runs.ts';
import type { OutboxStore } from './outbox-store.ts';
import type { Patches } from './patches.ts';
import type { Replies } from './replies.ts';
import type { Seal } from './seal.ts';
import type { RunStore } from './run-store.ts';
import type { RunWorkflows } from './run-workflows.ts';
import type { Schemas } from './schemas.ts';

/** What every process needs that changes runs. */
export interface CorePorts {
  store: RunStore;
  outboxStore: OutboxStore;
  workflows: RunWorkflows;
  clock: Clock;
  seal: Seal;
  log: Log;
}

/** What a process needs that accepts messages. */
export interface AcceptingPorts extends CorePorts {
  funds: Funds;
  agents: Agents;
  prices: Record<ModelClass, TokenPrice>;
}

/** What judges calls: those of a model, and held ones that somebody corrects. */
export interface JudgingPorts {
  store: Pick<RunStore, 'findEffective' | 'findTurnedDown'>;
  clock: Pick<Clock, 'storeNow'>;
  seal: Seal;
  agents: Agents;
  patches: Patches;
  schemas: Schemas;
  names: BlindNames;
  policies: ApprovalPolicies;
  counters: LimitCounters;
  connections: Connections;
  accounts: Accounts;
  builtIns: BuiltIns;
}

/** What a worker needs. */
export interface EnginePorts extends AcceptingPorts, Omit<JudgingPorts, keyof AcceptingPorts> {
  conversations: ConversationStore;
  openRuns: OpenRuns;
  calls: Calls;
  models: Models;
  replies: Replies;
  /** By each key of the deployment: what was sealed by one that is not the first any more is still recognized. */
  seals: readonly Seal[];
  /** For how long an approval is valid: a call that was not sent by then goes back to its gate. In milliseconds. */
  approvalValidMs: number;
  /** How long after a round through its runs a workspace's next one begins. In milliseconds. */
  reconcileMs: number;
}
