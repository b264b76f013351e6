import type { Event } from '#contract/event.ts';
import type { Journal } from '../journal/journal.ts';
import type { Evidence } from './evidence.ts';

/** The subjects that are erased, whose data no check may expect to find. */
export function erasedSubjects({ erasures }: Journal): Set<string> {
  return new Set(erasures.map(({ subject }) => subject));
}

/** Whether an event belongs to an erased subject, by its subject or, if only ids were sent, by its thread. */
export function eventsOfErased({ erasures }: Journal): (event: Partial<Event>) => boolean {
  const subjects = new Set<string | undefined>(erasures.map(({ subject }) => subject));
  const threads = new Set<string | undefined>(erasures.flatMap(({ threads: of }) => of.map(({ id }) => id)));
  return ({ context, thread_id }) => subjects.has(context?.subject_ref) || threads.has(thread_id);
}

/** The known runs of erased subjects. Their charges stay in the ledger. */
export function erasedRuns({ journal, deliveries, host }: Evidence): Set<string | undefined> {
  const isErased = eventsOfErased(journal);
  const subjects = erasedSubjects(journal);
  return new Set([
    ...journal.erasures.flatMap(({ messages }) => messages.map(({ run_id }) => run_id)),
    ...deliveries.filter(({ event }) => isErased(event)).map(({ event }) => event.run_id),
    ...host.filter(({ subject }) => subjects.has(subject)).map(({ run_id }) => run_id),
  ]);
}
