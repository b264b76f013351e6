import type { Microcredits } from '#contract/credits.ts';
import type { IdentifyResult } from '#contract/identify.ts';
import type { Rail } from '#contract/rail.ts';
import { Commit, isRepeated } from '../mongo/commit.ts';
import type { Database } from '../mongo/database.ts';
import type { NewResource } from '../requests/idempotency-keys.ts';
import { newId } from '../mongo/ids.ts';
import { retryOnConflict } from '../mongo/retry-on-conflict.ts';
import { StaleWriteError } from '#engine/ports/run-store.ts';
import { Batcher } from '#engine/contention/batcher.ts';
import type { BalanceChangeDocument, StoredEntry } from '#engine/documents/balance-change.ts';
import type { UsageDocument } from '#engine/documents/usage.ts';
import { isBudgetSpent, spendingsOf } from '../money/budgets.ts';
import { balanceChange, ledgerEntry } from '../money/ledger.ts';
import { readFunds } from '../money/read-funds.ts';
import { releaseReservation, reserve } from '../money/reserve.ts';
import { usageOf } from '../money/usage.ts';

/** An Identify lookup by a request. */
export interface Lookup {
  /**
   * The id of its ledger entry. A lookup with an Idempotency-Key also has a change of the balance of its own under this
   * id or, if it is not charged, a use: a repetition finds it, and a duplicate is rejected.
   */
  resource: NewResource;
  /** The request for which it is charged. */
  request_id: string;
  rail: Rail;
  result: IdentifyResult['result'];
}

/** The result of a lookup: its charge, or that the balance was empty. */
export type RecordedLookup = { cost: Microcredits } | 'insufficient_credits';

/** The results of lookups, by the ids of their resources. */
type Recorded = Map<string, RecordedLookup>;

/** More than the clients of a workspace send at once. A transaction with this many writes is still fast. */
const largestGroup = 500;

/**
 * Charges and counts lookups. A lookup is answered once both are stored, together. Lookups that arrive while others of
 * the workspace are being stored go into one write (docs/decisions/0022).
 */
export class Lookups {
  readonly #db: Database;
  /** The price of a lookup that identifies an institution. */
  readonly price: Microcredits;
  readonly #groups = new Batcher<Lookup, RecordedLookup>(
    async (workspaceId, lookups) => await this.#record(workspaceId, lookups),
    largestGroup,
  );

  constructor(db: Database, price: Microcredits) {
    this.#db = db;
    this.price = price;
  }

  /** The cost of a lookup with this result. */
  costOf(result: IdentifyResult['result']): Microcredits {
    return result === 'identified' ? this.price : 0;
  }

  /** Charges and counts a lookup, unless that was done under its resource before. */
  async record(workspaceId: string, lookup: Lookup): Promise<RecordedLookup> {
    return await this.#groups.add(workspaceId, lookup);
  }

  async #record(workspaceId: string, lookups: Lookup[]): Promise<RecordedLookup[]> {
    const recorded: Recorded = new Map();
    await this.#find(
      lookups.filter(({ resource }) => resource.mayExist),
      recorded,
    );
    await retryOnConflict('the account', async () => {
      const open = distinct(lookups.filter(({ resource }) => !recorded.has(resource.id)));
      if (open.length > 0) await this.#recordOpen(workspaceId, open, recorded);
    });
    return lookups.map(({ resource }) => recorded.get(resource.id) as RecordedLookup);
  }

  /** @throws {StaleWriteError} if some have yet to be recorded */
  async #recordOpen(workspaceId: string, open: Lookup[], recorded: Recorded): Promise<void> {
    if (await isBudgetSpent(this.#db, { workspace_id: workspaceId })) {
      for (const { resource } of open) recorded.set(resource.id, 'insufficient_credits');
      return;
    }
    const reservation = newId();
    if (!(await this.#reserve(workspaceId, reservation, open))) {
      await this.#refuse(workspaceId, open, recorded);
      if (open.every(({ resource }) => recorded.has(resource.id))) return;
      throw new StaleWriteError('what is left does not reach all of them');
    }
    try {
      await this.#write(workspaceId, reservation, open);
      for (const { resource, result } of open) recorded.set(resource.id, { cost: this.costOf(result) });
    } catch (error) {
      // After any other failure, nobody knows what is stored, and the reservation is left to expire.
      if (!isRepeated(error)) throw error;
      // The holder of one of the keys was not dead after all.
      await releaseReservation(this.#db, workspaceId, reservation);
      await this.#find(
        open.filter(({ resource }) => resource.keyed),
        recorded,
      );
      throw new StaleWriteError('one of them was recorded first', { cause: error });
    }
  }

  /**
   * Finds the lookups that have been recorded, by their changes of the balance or, if nothing was charged, by their
   * uses.
   */
  async #find(lookups: Lookup[], recorded: Recorded): Promise<void> {
    if (lookups.length === 0) return;
    const ids = { $in: lookups.map(({ resource }) => resource.id) };
    const [changes, uses] = await Promise.all([
      this.#db.ledger.find({ _id: ids }).toArray(),
      this.#db.usage.find({ _id: ids }).toArray(),
    ]);
    const costs = new Map<string, Microcredits>(uses.map(({ _id }) => [_id, 0]));
    for (const { _id, delta } of changes) costs.set(_id, -delta);
    for (const lookup of lookups) {
      const cost = costs.get(lookup.resource.id);
      if (cost !== undefined) recorded.set(lookup.resource.id, { cost });
    }
  }

  /** Reserves the cost of lookups, if credits are left before each of them. */
  async #reserve(workspaceId: string, id: string, lookups: Lookup[]): Promise<boolean> {
    if (this.price === 0) return true;
    const costs = lookups.map(({ result }) => this.costOf(result));
    const amount = costs.reduce((sum, cost) => sum + cost, 0);
    return await reserve(this.#db, workspaceId, { id, amount, above: amount - (costs.at(-1) ?? 0) });
  }

  /**
   * Refuses the lookups for which nothing is left. Each lookup needs some credits before it, so that concurrent lookups
   * are served exactly as the same ones would be one after another.
   */
  async #refuse(workspaceId: string, lookups: Lookup[], recorded: Recorded): Promise<void> {
    let { available: left } = await readFunds(this.#db, workspaceId);
    for (const lookup of lookups) {
      if (left <= 0) recorded.set(lookup.resource.id, 'insufficient_credits');
      else left -= this.costOf(lookup.result);
    }
  }

  async #write(workspaceId: string, reservation: string, lookups: Lookup[]): Promise<void> {
    const isCharged = ({ result }: Lookup) => this.costOf(result) > 0;
    const entry = ({ resource, request_id, result }: Lookup) =>
      ledgerEntry(-this.costOf(result), 'identify', request_id, resource.id);
    const [keyed, others] = split(lookups, ({ resource }) => resource.keyed);
    const [keyedCharged, keyedFree] = split(keyed, isCharged);
    const together = others.filter(isCharged).map(entry);
    const spent = lookups.reduce((sum, { result }) => sum + this.costOf(result), 0);
    const spendings = spent === 0 ? [] : await spendingsOf(this.#db, { workspace_id: workspaceId });
    await new Commit(this.#db)
      .spend(workspaceId, spendings, spent)
      .insert(
        'ledger',
        changes(workspaceId, reservation, [
          ...keyedCharged.map((lookup) => [entry(lookup)]),
          ...(together.length === 0 ? [] : [together]),
        ]),
      )
      .insert('usage', [
        ...keyedFree.map(({ resource, rail, result }) =>
          usageOf(workspaceId, { product: 'identify', rail, result, count: 1 }, resource.id),
        ),
        ...usesTogether(workspaceId, [...keyedCharged, ...others]),
      ])
      .write();
  }
}

/**
 * Changes that are stored together, in the order in which they are read. The first one replaces the reservation: a
 * reader during the commit may miss it and see a later one, but not the other way round.
 */
function changes(workspaceId: string, reservation: string, each: StoredEntry[][]): BalanceChangeDocument[] {
  const [first, ...others] = each
    .map((entries) => balanceChange(workspaceId, entries))
    .toSorted((a, b) => (a._id < b._id ? -1 : 1));
  return first === undefined ? [] : [{ ...first, reservation }, ...others];
}

/** Lookups without a key, whose uses nobody looks for: one document counts all that have the same result. */
function usesTogether(workspaceId: string, lookups: Lookup[]): UsageDocument[] {
  const alike = Map.groupBy(lookups, ({ rail, result }) => `${rail} ${result}`);
  return [...alike.values()].flatMap(([first, ...others]) =>
    first === undefined
      ? []
      : usageOf(workspaceId, {
          product: 'identify',
          rail: first.rail,
          result: first.result,
          count: 1 + others.length,
        }),
  );
}

/**
 * One lookup for each resource: a request whose key was taken over may still be waiting together with the one that took
 * it.
 */
function distinct(lookups: Lookup[]): Lookup[] {
  return [...new Map(lookups.map((lookup) => [lookup.resource.id, lookup])).values()];
}

function split<Item>(items: Item[], test: (item: Item) => boolean): [is: Item[], isNot: Item[]] {
  return [items.filter(test), items.filter((item) => !test(item))];
}
