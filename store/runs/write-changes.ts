import type { CommitOptions } from '#engine/ports/run-store.ts';
import type { Changes } from '#engine/rules/stored.ts';
import { countAmounts } from '../approval-limits/counters.ts';
import { assertMember } from '../approver-groups/membership.ts';
import { committed } from '../audit/commitments.ts';
import type { Keyring } from '../credentials/encryption.ts';
import { Commit } from '../mongo/commit.ts';
import type { Database } from '../mongo/database.ts';
import { spenderOf, spendingsOf } from '../money/budgets.ts';
import { usageOf } from '../money/usage.ts';
import { writeReserved } from '../money/write-reserved.ts';
import { sealTurn } from './sealed-turns.ts';

/**
 * Stores what an input has changed, all of it or nothing.
 * @param options.opens whether the changes open the run, which is then inserted
 * @param options.reservation they are committed once it is made, and not at all if it is refused
 * @throws {ServiceError} `forbidden_approver` if an approver is no longer in the group, `limit_reached` if a limit would be passed,
 *   `insufficient_credits` if nothing is left to reserve
 * @throws {StaleWriteError} if the run, its thread or a call was written since it was read
 */
export async function writeChanges(
  db: Database,
  keyring: Keyring,
  changes: Changes,
  { opens = false, reservation }: CommitOptions = {},
): Promise<void> {
  const { run, thread, calls, turns, newCalls, messages, events, ledger, uses, payments, audit } = changes;
  const { memberships, reserved, givenBack } = changes;
  const spent = -ledger.reduce((sum, { delta }) => sum + delta, 0);
  const commit = new Commit(db);
  if (spent > 0) commit.spend(run.workspace_id, await spendingsOf(db, spenderOf(run)), spent);
  if (opens) commit.insert('runs', [run]);
  else commit.replace('runs', run);
  if (thread !== undefined) commit.replace('threads', thread);
  for (const { before, set, unset } of calls) commit.changeCall(before, set, unset);
  commit
    .insert(
      'turns',
      turns.map((turn) => sealTurn(keyring, turn)),
    )
    .insert('tool_calls', newCalls)
    .insert('messages', messages)
    .insert('events', events)
    .insert('ledger', ledger)
    .insert(
      'usage',
      uses.map((use) => usageOf(run.workspace_id, use)),
    )
    .insert(
      'payments',
      payments.map(({ payment }) => payment),
    )
    .addPayees(payments.flatMap(({ payee }) => payee ?? []))
    .insert('audit_entries', audit.map(committed));
  for (const membership of memberships) {
    commit.checkFirst(async (session) => await assertMember(db, session, run.workspace_id, membership));
  }
  if (reserved.length + givenBack.length > 0) {
    const amounts = { reserved, givenBack };
    commit.checkFirst(async (session) => await countAmounts(db, session, run.workspace_id, amounts));
  }
  if (reservation === undefined) await commit.write();
  else await writeReserved(db, commit, { id: run._id, ...reservation });
  db.storedSteps.announce(changes);
}
