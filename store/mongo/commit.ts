import {
  MongoClientBulkWriteError,
  MongoErrorLabel,
  type ClientBulkWriteModel,
  type ClientBulkWriteResult,
  type ClientSession,
} from 'mongodb';
import type { Documents } from '../documents/documents.ts';
import type { EventDocument } from '#engine/documents/event.ts';
import type { PayeeDocument } from '#engine/documents/payee.ts';
import type { PaymentDocument } from '#engine/documents/payment.ts';
import type { MessageDocument } from '#engine/documents/message.ts';
import type { BalanceChangeDocument } from '#engine/documents/balance-change.ts';
import type { PendingDeliveryDocument } from '../documents/pending-delivery.ts';
import type { RunDocument } from '#engine/documents/run.ts';
import type { ToolCallDocument } from '#engine/documents/tool-call.ts';
import type { UnsetField } from '#engine/rules/stored.ts';
import type { Microcredits } from '#contract/credits.ts';
import type { Spending } from '../documents/budget.ts';
import { asRead } from './as-read.ts';
import type { Database } from './database.ts';
import { duplicateKey } from './duplicate-key.ts';
import { firstDeliveries } from './first-deliveries.ts';
import { StaleWriteError } from '#engine/ports/run-store.ts';

/** The fields of a document that the commit itself uses. The driver's own type requires an ObjectId as id. */
interface AnyDocument {
  _id: string;
  version?: number;
  status?: string | number;
  due_at?: Date;
}

type Write = ClientBulkWriteModel<Record<string, AnyDocument>>;

/** MongoDB's code for two transactions that wrote the same document. The later one has to be retried. */
const writeConflict = 112;

/**
 * Writes that take effect together or not at all, in two round trips whatever their number: one `bulkWrite` over all
 * collections, and one commit of its transaction.
 */
export class Commit {
  readonly #db: Database;
  /** These come first, so that all of them have been tried if an insert is rejected. */
  readonly #guarded: Write[] = [];
  readonly #writes: Write[] = [];
  readonly #events: EventDocument[] = [];
  readonly #messages: MessageDocument[] = [];
  /** The webhook deliveries that were stored with these events. */
  #deliveries: PendingDeliveryDocument[] = [];
  #run: RunDocument | undefined;
  readonly #checks: ((session: ClientSession) => Promise<void>)[] = [];
  #condition: Promise<void> = Promise.resolve();
  /** Charges to budgets: amounts by the budget in its period. */
  #spendings: (Spending & { amount: Microcredits; workspace_id: string })[] = [];
  readonly #payees: PayeeDocument[] = [];
  /** Workspaces whose ledger it adds to. */
  readonly #charged = new Set<string>();

  constructor(db: Database) {
    this.#db = db;
  }

  insert<Name extends keyof Documents>(collection: Name, documents: Documents[Name][]): this {
    if (collection === 'runs') this.#run = (documents as RunDocument[]).at(-1);
    if (collection === 'events') this.#events.push(...(documents as EventDocument[]));
    if (collection === 'messages') this.#messages.push(...(documents as MessageDocument[]));
    if (collection === 'ledger') {
      for (const { workspace_id } of documents as BalanceChangeDocument[]) this.#charged.add(workspace_id);
    }
    this.#writes.push(...this.#inserts(collection, documents));
    return this;
  }

  /**
   * Replaces a document if it still has the version before the new one. The removal of its outbox entry is not counted as
   * a version, so a replacement that keeps the entry requires that it is still there.
   */
  replace<Name extends 'runs' | 'threads'>(collection: Name, replacement: Documents[Name]): this {
    if (collection === 'runs') this.#run = replacement as RunDocument;
    const { _id, version, outbox } = replacement;
    const keepsEntry = outbox !== undefined && outbox.version !== version;
    this.#guarded.push({
      namespace: this.#namespace(collection),
      name: 'replaceOne',
      filter: { _id, version: version - 1, ...(keepsEntry ? { 'outbox.version': outbox.version } : {}) },
      replacement,
    });
    return this;
  }

  /** Changes a call if nobody has sent or resolved it, decided on it or reported its outcome since it was read. */
  changeCall(before: ToolCallDocument, set: Partial<ToolCallDocument>, unset: UnsetField[] = []): this {
    this.#guarded.push({
      namespace: this.#namespace('tool_calls'),
      name: 'updateOne',
      filter: { _id: before._id, status: before.status, ...asRead(before) },
      update: {
        $set: set,
        ...(unset.length === 0 ? {} : { $unset: Object.fromEntries(unset.map((field) => [field, ''])) }),
      },
    });
    return this;
  }

  /** Changes what became of a payment, if nobody has reported more of it or erased its subject since it was read. */
  changePayment({ _id, settlement, subject_ref }: PaymentDocument, replacement: PaymentDocument): this {
    this.#guarded.push({
      namespace: this.#namespace('payments'),
      name: 'replaceOne',
      filter: {
        _id,
        'settlement.state': settlement.state,
        subject_ref: subject_ref ?? { $exists: false },
      },
      replacement,
    });
    return this;
  }

  /**
   * Adds to what was spent of budgets. Without budgets it changes nothing.
   * @param spendings the budgets that the charge counts against
   */
  spend(workspace_id: string, spendings: readonly Spending[], amount: Microcredits): this {
    this.#spendings.push(...spendings.map((spending) => ({ ...spending, workspace_id, amount })));
    return this;
  }

  /** Inserts the payees that are not there. One that is there is not written, so payments to it do not wait for each other. */
  addPayees(payees: readonly PayeeDocument[]): this {
    this.#payees.push(...payees);
    return this;
  }

  /** Drops a delivery, unless it was requested again since it was read. */
  drop({ _id, due_at }: PendingDeliveryDocument): this {
    this.#writes.push({
      namespace: this.#namespace('pending_deliveries'),
      name: 'deleteOne',
      filter: { _id, due_at },
    });
    return this;
  }

  /**
   * Runs a check at the beginning of the transaction. If it throws, nothing is written.
   * @param check reads with the session, and may write what others write too; may run several times
   */
  checkFirst(check: (session: ClientSession) => Promise<void>): this {
    this.#checks.push(check);
    return this;
  }

  /**
   * Commits only once this has resolved. Until then, nobody else sees what is written. If it rejects, nothing is.
   * @param condition may be awaited several times
   */
  onlyOnce(condition: Promise<void>): this {
    this.#condition = condition;
    // It may reject before it is awaited.
    condition.catch(() => {});
    return this;
  }

  /**
   * Writes, then announces the events that it stored, and schedules the booking of its charges. Together with events it
   * stores their webhook deliveries, so that no delivery depends on the survival of a process.
   * @throws {StaleWriteError} if a document to replace was written by somebody else, or is gone
   * @throws what a check throws, and what its condition rejects with
   */
  async write(): Promise<void> {
    await this.#write();
    this.#db.conversations.stored(this.#messages);
    this.#db.storedEvents.announce(this.#events, { deliveries: this.#deliveries, run: this.#run });
    for (const workspaceId of this.#charged) this.#db.bookings.soon(workspaceId);
  }

  async #write(): Promise<void> {
    const writes = [...this.#guarded, ...this.#writes];
    try {
      await this.#db.transaction(async (session) => {
        for (const check of this.#checks) await check(session);
        // Built again for each attempt, because the due times count from the write.
        this.#deliveries = await this.#firstDeliveries();
        const deliveries = this.#inserts('pending_deliveries', this.#deliveries);
        const result = await this.#bulkWrite(
          [...writes, ...deliveries, ...this.#missingPayees(), ...this.#charges()],
          session,
        );
        // A budget is matched, or its period has begun with this charge. So is a payee, or it is new.
        const matched = result.matchedCount + result.upsertedCount;
        if (matched !== this.#guarded.length + this.#spendings.length + this.#payees.length)
          throw new StaleWriteError('a document was written first');
        await this.#condition.catch((cause: unknown) => {
          throw new ConditionFailed(cause);
        });
      });
    } catch (error) {
      if (error instanceof ConditionFailed) throw error.cause;
      // An insert by the other write may be rejected here as a duplicate: a message at the same position.
      if (matchedBefore(error, duplicateKey) < this.#guarded.length) {
        throw new StaleWriteError('a document was written first', { cause: error });
      }
      throw error;
    }
  }

  async #bulkWrite(writes: Write[], session: ClientSession): Promise<ClientBulkWriteResult> {
    try {
      const options = { session, ordered: true } as const;
      return await this.#db.client.bulkWrite<Record<string, AnyDocument>>(writes, options);
    } catch (error) {
      // MongoDB reports a conflict for the whole command, with this label. Its stand-in reports it for one write.
      if (hasWriteError(error, writeConflict)) error.addErrorLabel(MongoErrorLabel.TransientTransactionError);
      throw error;
    }
  }

  /** Last, because others wait for a budget that is written. In the order of ids, so that no two commits wait for each other. */
  #charges(): Write[] {
    const namespace = this.#namespace('budget_spending');
    return this.#spendings
      .toSorted((one, other) => (one._id < other._id ? -1 : 1))
      .map(({ _id, amount, ...kept }) => ({
        namespace,
        name: 'updateOne',
        filter: { _id },
        update: { $inc: { spent: amount }, $setOnInsert: kept },
        upsert: true,
      }));
  }

  /** In the order of their names, so that no two commits wait for each other. */
  #missingPayees(): Write[] {
    const namespace = this.#namespace('payees');
    return this.#payees
      .toSorted((one, other) => (one.named < other.named ? -1 : 1))
      .map(({ workspace_id, named, ...payee }) => ({
        namespace,
        name: 'updateOne',
        filter: { workspace_id, named },
        update: { $setOnInsert: payee },
        upsert: true,
      }));
  }

  #inserts<Name extends keyof Documents>(collection: Name, documents: Documents[Name][]): Write[] {
    const namespace = this.#namespace(collection);
    return documents.map((document) => ({ namespace, name: 'insertOne', document }));
  }

  async #firstDeliveries(): Promise<PendingDeliveryDocument[]> {
    const workspaces = new Set(this.#events.map(({ workspace_id }) => workspace_id));
    const endpoints = await Promise.all([...workspaces].map((id) => this.#db.enabledEndpoints.of(id)));
    return firstDeliveries(this.#events, endpoints.flat(), new Date());
  }

  #namespace(collection: keyof Documents): string {
    return this.#db[collection].namespace;
  }
}

/** Keeps an error of the condition from the transaction, which would start again after one of the connection. */
class ConditionFailed extends Error {
  constructor(cause: unknown) {
    super('a condition of the commit has failed', { cause });
  }
}

/** Whether one of the writes failed with this code. */
function hasWriteError(error: unknown, code: number): error is MongoClientBulkWriteError {
  return (
    error instanceof MongoClientBulkWriteError &&
    [...error.writeErrors.values()].some((writeError) => writeError.code === code)
  );
}

/** Whether a write was rejected because a document with its id or its unique key exists. */
export function isRepeated(error: unknown): boolean {
  return hasWriteError(error, duplicateKey);
}

/** How many documents were matched before a write failed with this code; infinite for any other error. */
function matchedBefore(error: unknown, code: number): number {
  return hasWriteError(error, code) ? (error.partialResult?.matchedCount ?? 0) : Number.POSITIVE_INFINITY;
}
