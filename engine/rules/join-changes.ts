import type { RunOnThread } from '../documents/run.ts';
import type { CallChange, Changes } from './stored.ts';

/** A document that counts its writes, and what it still has to notify of, by the count of the write that required it. */
interface Versioned {
  version: number;
  outbox?: { version: number };
}

/**
 * The changes of several inputs for one run as one write. Each was decided on what the ones before it left.
 * @param stored run and thread as they were before the first
 * @param all in their order, at least one
 */
export function joinChanges(stored: RunOnThread, all: readonly Changes[]): Changes {
  const last = all.at(-1);
  if (last === undefined) throw new Error('there are no changes to join');
  const thread = all.findLast((each) => each.thread !== undefined)?.thread;
  return {
    run: asOneWrite(last.run, stored.run),
    ...(thread === undefined ? {} : { thread: asOneWrite(thread, stored.thread) }),
    calls: joinCalls(all.flatMap(({ calls }) => calls)),
    turns: all.flatMap(({ turns }) => turns),
    newCalls: all.flatMap(({ newCalls }) => newCalls),
    messages: all.flatMap(({ messages }) => messages),
    events: all.flatMap(({ events }) => events),
    ledger: all.flatMap(({ ledger }) => ledger),
    uses: all.flatMap(({ uses }) => uses),
    memberships: all.flatMap(({ memberships }) => memberships),
    reserved: all.flatMap(({ reserved }) => reserved),
    givenBack: all.flatMap(({ givenBack }) => givenBack),
    payments: all.flatMap(({ payments }) => payments),
    audit: all.flatMap(({ audit }) => audit),
  };
}

/** The document as it is after all changes, with the version of the next write. */
function asOneWrite<Document extends Versioned>(after: Document, before: Versioned): Document {
  const version = before.version + 1;
  const { outbox } = after;
  if (outbox === undefined || outbox.version <= before.version) return { ...after, version };
  return { ...after, version, outbox: { ...outbox, version } };
}

/** One change a call, from what was read to what the last one leaves. */
function joinCalls(changes: readonly CallChange[]): CallChange[] {
  const joined = new Map<string, CallChange>();
  for (const change of changes) {
    const { _id } = change.before;
    const earlier = joined.get(_id);
    joined.set(_id, earlier === undefined ? change : joinCall(earlier, change));
  }
  return [...joined.values()];
}

function joinCall(one: CallChange, change: CallChange): CallChange {
  const { set, unset = [], unsent } = change;
  const kept = { ...one.set };
  for (const field of unset) delete kept[field];
  const removed = [...(one.unset ?? []).filter((field) => !(field in set)), ...unset];
  return {
    before: one.before,
    set: { ...kept, ...set },
    ...(removed.length === 0 ? {} : { unset: [...new Set(removed)] }),
    ...((unsent ?? one.unsent) === true ? { unsent: true } : {}),
  };
}
