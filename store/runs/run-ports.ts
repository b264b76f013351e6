import type { AcceptingPorts, EnginePorts } from '#engine/ports/engine-ports.ts';
import { readCounters } from '../approval-limits/counters.ts';
import { newestPolicy, policyOfRef } from '../approval-policies/policies.ts';
import { membershipsOf } from '../approver-groups/membership.ts';
import { findConnectionRef, withSecrets } from '../connections/connections.ts';
import { waitingForLifted } from '../freezes/lifted.ts';
import type { Keyring } from '../credentials/encryption.ts';
import type { Database } from '../mongo/database.ts';
import { isOutage } from '../mongo/outage.ts';
import { isBudgetSpent, spenderOf } from '../money/budgets.ts';
import { readAccount } from '../money/accounts.ts';
import { heldByPausedRuns, readFunds } from '../money/read-funds.ts';
import { findThread } from '../threads/threads.ts';
import { continueConversation, listLaterMessages, recallConversation } from '../threads/messages.ts';
import { listEarlierRuns, listLastingCalls } from './earlier-runs.ts';
import { findAsked } from './asked-calls.ts';
import { findEffective } from './effects.ts';
import { findOverdue, removeGrant, removeDelivered } from './outbox.ts';
import {
  findNotOpen,
  findOpenRuns,
  findRotation,
  findRotations,
  keepRotations,
  nextOpenRuns,
} from './rotation.ts';
import { findRunOfMessage, readRun } from './runs.ts';
import { SideBySide } from './side-by-side.ts';
import { findToolCall, listToolCallsForModel, markAttempted, unmark } from './tool-calls.ts';
import { payeeFacts } from '../payees/facts.ts';
import { findTurnedDown } from './turned-down.ts';
import { rememberedTurns } from './remembered-turns.ts';
import { writeChanges } from './write-changes.ts';

/** The engine's ports that MongoDB implements. */
export type RunPorts = Pick<
  EnginePorts & AcceptingPorts,
  | 'store'
  | 'outboxStore'
  | 'openRuns'
  | 'threads'
  | 'connectionNames'
  | 'memberships'
  | 'freezes'
  | 'conversations'
  | 'funds'
  | 'names'
  | 'payees'
  | 'policies'
  | 'counters'
  | 'connections'
>;

/** The engine's stores, in MongoDB. */
export function runPorts(db: Database, keyring: Keyring): RunPorts {
  const sideBySide = new SideBySide(db);
  return {
    store: {
      read: async (ids, known) =>
        known === undefined ? await sideBySide.readRun(ids) : await readRun(db, ids, known),
      findRun: async (id) => await sideBySide.findRun(id),
      findCall: async (runId, id) => await findToolCall(db, runId, id),
      findRunOfMessage: async (threadId, id) => await findRunOfMessage(db, threadId, id),
      commit: async (changes, options) => await writeChanges(db, keyring, changes, options),
      markSending: async (call, mark) => await sideBySide.markSending(call, mark),
      unmark: async (marked, before) => await unmark(db, marked, before),
      findEffective: async (key) => await findEffective(db, key),
      findAsked: async (runIds, asked) => await findAsked(db, runIds, asked),
      findTurnedDown: async (asked, beside) => await findTurnedDown(db, asked, beside),
      markAttempted: async (call, last, options) => await markAttempted(db, call, last, options),
      isOutage,
    },
    outboxStore: {
      findOverdue: async (now, limits) => await findOverdue(db, now, limits),
      removeDelivered: async (delivered) => await removeDelivered(db, delivered),
      removeGrant: async (threadId, entry) => await removeGrant(db, threadId, entry),
    },
    openRuns: {
      findRotations: async () => await findRotations(db),
      findRotation: async (id) => await findRotation(db, id),
      keepRotations: async (rotations) => await keepRotations(db, rotations),
      next: async (of) => await nextOpenRuns(db, of),
      among: async (ids) => await findOpenRuns(db, ids),
      notAmong: async (ids) => await findNotOpen(db, ids),
    },
    threads: { find: async (scope, id) => await findThread(db, scope, id) },
    connectionNames: {
      find: async (workspaceId, idOrName, options) =>
        await findConnectionRef(db, workspaceId, idOrName, options),
    },
    memberships: { of: async (workspaceId, actor) => await membershipsOf(db, workspaceId, actor) },
    freezes: {
      covering: async (workspaceId, targets) => await sideBySide.coveringFreeze(workspaceId, targets),
      waiting: async (limit, of) => await waitingForLifted(db, limit, of),
    },
    conversations: {
      before: async (threadId, runSeq, limit) => await recallConversation(db, threadId, runSeq, limit),
      since: async (threadId, runSeq, limit) => await continueConversation(db, threadId, runSeq, limit),
      later: async (threadId, runSeq, limit) => await listLaterMessages(db, threadId, runSeq, limit),
      turns: rememberedTurns(db, keyring),
      calls: async (runId, characters) => await listToolCallsForModel(db, runId, characters),
      earlier: async (runIds, characters) => await listEarlierRuns(db, runIds, characters),
      lasting: async (threadId, of) => await listLastingCalls(db, threadId, of),
    },
    funds: {
      available: async (workspaceId) => (await readFunds(db, workspaceId)).available,
      heldByPausedRuns: async (workspaceId, enough) => await heldByPausedRuns(db, workspaceId, enough),
      isBudgetSpent: async (run) => await isBudgetSpent(db, spenderOf(run)),
      readAccount: async (workspaceId) => await readAccount(db, workspaceId),
    },
    names: db.blindIndex,
    payees: { facts: async (payee) => await payeeFacts(db, payee) },
    policies: {
      newest: async (workspaceId, key) => await newestPolicy(db, workspaceId, key),
      ofRef: async (workspaceId, ref) => await policyOfRef(db, workspaceId, ref),
    },
    counters: { read: async (workspaceId, named) => await readCounters(db, workspaceId, named) },
    connections: {
      find: async (workspaceId, id) => {
        const found = await sideBySide.findConnection(workspaceId, id);
        return found === null ? null : withSecrets(keyring, found);
      },
    },
  };
}
