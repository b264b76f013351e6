import type { Microcredits } from '#contract/credits.ts';
import type { IdentifyResult } from '#contract/identify.ts';
import type { Rail } from '#contract/rail.ts';
import { Commit, isRepeated } from '../mongo/commit.ts';
import type { Database } from '../mongo/database.ts';
import type { NewResource } from '../requests/idempotency-keys.ts';
import { newId } from '../mongo/ids.ts';
import { retryOnConflict } from '../mongo/retry-on-conflict.ts';
import { StaleWriteError } from '../mongo/stale-write.ts';
import { Batcher } from '../mongo/batcher.ts';
import type { BalanceChangeDocument, StoredEntry } from '../documents/balance-change.ts';
import type { UsageDocument } from '../documents/usage.ts';
import { balanceChange, ledgerEntry } from './ledger.ts';
import { readFunds } from './read-funds.ts';
import { releaseReservation, reserve } from './reserve.ts';
import { usageOf } from './usage.ts';

/** An Identify lookup of a request. */
export interface Lookup {
  /**
   * Its ledger entry has this id. One under an Idempotency-Key has a change of the balance of its own with it, or,
   * where nothing is charged, a use: its repetition finds that, and a second one is refused.
   */
  resource: NewResource;
  /** What it is charged for. */
  request_id: string;
  rail: Rail;
  result: IdentifyResult['result'];
}

/** What became of a lookup: its charge, or that the balance was empty. */
export type RecordedLookup = { cost: Microcredits } | 'insufficient_credits';

/** What became of lookups, by the ids of their resources. */
type Recorded = Map<string, RecordedLookup>;

/** More than come at once from the clients of a workspace; a transaction of so many writes is still quick. */
const largestGroup = 500;

/**
 * Charges and counts lookups. A lookup is told of once both are stored, together; those that come while others of
 * the workspace are being stored go in one write (docs/decisions/0022).
 */
export class Lookups {
  readonly #db: Database;
  /** What an institution that is identified costs. */
  readonly price: Microcredits;
  readonly #groups = new Batcher<Lookup, RecordedLookup>(
    async (workspaceId, lookups) => await this.#record(workspaceId, lookups),
    largestGroup,
  );

  constructor(db: Database, price: Microcredits) {
    this.#db = db;
    this.price = price;
  }

  /** What a lookup with this result costs. */
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

  /** @throws {StaleWriteError} when some are still open */
  async #recordOpen(workspaceId: string, open: Lookup[], recorded: Recorded): Promise<void> {
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
      // After any other failure nobody knows what is stored: the reservation is left to be dropped.
      if (!isRepeated(error)) throw error;
      // Whoever held the key of one of them was not dead after all.
      await releaseReservation(this.#db, workspaceId, reservation);
      await this.#find(
        open.filter(({ resource }) => resource.keyed),
        recorded,
      );
      throw new StaleWriteError('one of them was recorded first', { cause: error });
    }
  }

  /** Finds those that have been recorded: by their changes of the balance, or, where nothing was charged, their uses. */
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

  /** Sets aside what lookups cost, if there is something left before each of them. */
  async #reserve(workspaceId: string, id: string, lookups: Lookup[]): Promise<boolean> {
    if (this.price === 0) return true;
    const costs = lookups.map(({ result }) => this.costOf(result));
    const amount = costs.reduce((sum, cost) => sum + cost, 0);
    return await reserve(this.#db, workspaceId, { id, amount, above: amount - (costs.at(-1) ?? 0) });
  }

  /**
   * Refuses those that what is left does not reach: each lookup needs some of it before it, so that of many at once no
   * more are served than of the same one after another.
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
    await new Commit(this.#db)
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
 * Changes that are stored together, in the order in which they are read. The first takes the place of the reservation:
 * whoever reads while they are committed may miss it and see a later one, not the other way round.
 */
function changes(workspaceId: string, reservation: string, each: StoredEntry[][]): BalanceChangeDocument[] {
  const [first, ...others] = each
    .map((entries) => balanceChange(workspaceId, entries))
    .toSorted((a, b) => (a._id < b._id ? -1 : 1));
  return first === undefined ? [] : [{ ...first, reservation }, ...others];
}

/** Lookups that nobody looks for by their uses: counted in one document for all that came out alike. */
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

/** One of each resource: a request whose key was taken over may still be here beside the one that took it. */
function distinct(lookups: Lookup[]): Lookup[] {
  return [...new Map(lookups.map((lookup) => [lookup.resource.id, lookup])).values()];
}

function split<Item>(items: Item[], test: (item: Item) => boolean): [is: Item[], isNot: Item[]] {
  return [items.filter(test), items.filter((item) => !test(item))];
}
