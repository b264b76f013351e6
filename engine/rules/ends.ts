import type { PauseDocument } from '../documents/run.ts';
import type { ThreadPauseDocument } from '../documents/thread.ts';

type Times = Pick<PauseDocument, 'created_at' | 'ttl_seconds' | 'on_expiry' | 'not_before' | 'frozen'>;

/** A call that is frozen is not over before it is lifted: ten years stand for that. */
const frozenMs = 10 * 365 * 24 * 60 * 60 * 1000;

/** When an item would be over if the run waited for nothing else. */
export function ownEnd({ created_at, ttl_seconds }: Pick<Times, 'created_at' | 'ttl_seconds'>): Date {
  return new Date(created_at.getTime() + ttl_seconds * 1000);
}

/**
 * The same items, each with its end: the earliest of its own and of those that close the run (gate.set.expiry). A call with all of
 * its approvals closes nothing, and is not over before it is made (gate.cooling.expiry).
 */
export function withEnds<Item extends Times>(items: readonly Item[]): (Item & { expires_at: Date })[] {
  const ends = items.filter((item) => closesRun(item) && item.not_before === undefined).map(ownEnd);
  return items.map((item) => ({
    ...item,
    expires_at:
      item.not_before === undefined
        ? earliest([ownEnd(item), ...ends])
        : latest([ownEnd(item), madeAt(item.not_before, item)]),
  }));
}

function madeAt(notBefore: Date, { frozen }: Times): Date {
  return frozen === undefined ? notBefore : new Date(notBefore.getTime() + frozenMs);
}

/** Whether something is over: nobody can decide, answer or report any more (pause.expiry.is-a-rule). */
export function isOver({ expires_at }: { expires_at: Date }, now: Date): boolean {
  return expires_at <= now;
}

/** The first item on which somebody has to decide; if all are approved and wait to be made, the first of these. */
export function firstToDecide<Item extends { not_before?: unknown }>(
  items: readonly Item[],
): Item | undefined {
  return items.find(({ not_before }) => not_before === undefined) ?? items[0];
}

/** Whether everything that a run waits for is over. */
export function isPauseOver({ calls }: Pick<ThreadPauseDocument, 'calls'>, now: Date): boolean {
  return calls.every((call) => isOver(call, now));
}

/** When the first of what a run waits for is over. */
export function nextEnd({ calls }: Pick<ThreadPauseDocument, 'calls'>): Date {
  return earliest(calls.map(({ expires_at }) => expires_at));
}

/** Whether the end of an item closes its run. */
export function closesRun({ on_expiry = 'close' }: Pick<Times, 'on_expiry'>): boolean {
  return on_expiry === 'close';
}

function latest(times: readonly Date[]): Date {
  return new Date(Math.max(...times.map((time) => time.getTime())));
}

function earliest(times: readonly Date[]): Date {
  return new Date(Math.min(...times.map((time) => time.getTime())));
}
