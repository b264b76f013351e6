import type { TokenPrice } from '#contract/credits.ts';
import type { ModelClass } from '#contract/model-class.ts';
import type { Accounts } from './accounts.ts';
import type { Agents } from './agents.ts';
import type { ApprovalPolicies } from './approval-policies.ts';
import type { Asking } from './asking.ts';
import type { BlindNames } from './blind-names.ts';
import type { BuiltIns } from './built-ins.ts';
import type { Calls } from './calls.ts';
import type { Clock } from './clock.ts';
import type { ConnectionNames, Connections } from './connections.ts';
import type { ConversationStore } from './conversation-store.ts';
import type { Freezes } from './freezes.ts';
import type { Funds } from './funds.ts';
import type { LimitCounters } from './limit-counters.ts';
import type { Log } from './log.ts';
import type { Memberships } from './memberships.ts';
import type { Models } from './models.ts';
import type { OpenRuns } from './open-runs.ts';
import type { Origins } from './origins.ts';
import type { OutboxStore } from './outbox-store.ts';
import type { Payees } from './payees.ts';
import type { Patches } from './patches.ts';
import type { Replies } from './replies.ts';
import type { Seal } from './seal.ts';
import type { RunStore } from './run-store.ts';
import type { RunWorkflows } from './run-workflows.ts';
import type { Schemas } from './schemas.ts';
import type { Threads } from './threads.ts';

/** The ports of every process that changes runs. */
export interface CorePorts {
  store: RunStore;
  outboxStore: OutboxStore;
  workflows: RunWorkflows;
  clock: Clock;
  seal: Seal;
  log: Log;
}

/** The ports of a process that accepts messages and other input of clients. */
export interface AcceptingPorts extends CorePorts {
  threads: Threads;
  connectionNames: ConnectionNames;
  memberships: Memberships;
  freezes: Freezes;
  funds: Funds;
  agents: Agents;
  prices: Record<ModelClass, TokenPrice>;
  schemas: Schemas;
}

/** The ports for judging calls: those of a model, and held ones that somebody corrects. */
export interface JudgingPorts {
  store: Pick<RunStore, 'findEffective' | 'findTurnedDown' | 'findAsked'>;
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
  payees: Payees;
  builtIns: BuiltIns;
  asking: Asking;
}

/** The ports of a worker. */
export interface EnginePorts extends AcceptingPorts, Omit<JudgingPorts, keyof AcceptingPorts> {
  conversations: ConversationStore;
  openRuns: OpenRuns;
  calls: Calls;
  origins: Origins;
  models: Models;
  replies: Replies;
  /** Seals by each key of the deployment: values sealed by an earlier key are still recognized. */
  seals: readonly Seal[];
  /** The time in milliseconds for which an approval is valid: a call that was not sent in it goes back to its gate. */
  approvalValidMs: number;
  /** How long after a round through its runs a workspace's next one begins. In milliseconds. */
  reconcileMs: number;
}
