import type { Event } from '#contract/event.ts';
import type { Message } from '#contract/message.ts';
import type { PostedMessage } from '../journal/journal.ts';
import type { Evidence, RunEvidence } from './evidence.ts';

const terminalTypes = ['run.completed', 'run.failed'];
const pauseTypes = ['elicitation.requested', 'write.confirmation_requested', 'action.proposed'];

export function isTerminalEvent({ type }: Pick<Event, 'type'>): boolean {
  return terminalTypes.includes(type);
}

export function isPauseEvent({ type }: Pick<Event, 'type'>): boolean {
  return pauseTypes.includes(type);
}

/** The time of an event, in milliseconds since the epoch. */
export function at({ created_at }: Pick<Event, 'created_at'>): number {
  return Date.parse(created_at);
}

/** How a run ended: the reason for which it closed, or its error code; undefined while it is open. */
export function endingOf({ run }: RunEvidence): string | undefined {
  return run.reason ?? run.error?.code;
}

/** The user message that opened a run, with its record if a client of the load posted it. */
export interface Opener {
  message: Message;
  posted: PostedMessage | undefined;
}

/** The openers by run id. */
export function openers({ threads, journal }: Evidence): Map<string, Opener> {
  const posts = new Map(journal.messages.map((posted) => [`${posted.thread_id} ${posted.content}`, posted]));
  const found = new Map<string, Opener>();
  for (const { id, messages } of threads) {
    for (const message of messages) {
      if (message.role !== 'user' || found.has(message.run_id)) continue;
      found.set(message.run_id, { message, posted: posts.get(`${id} ${message.content}`) });
    }
  }
  return found;
}

/** Runs by thread, in the order in which they were opened. */
export function runsByThread({ runs }: Evidence): Map<string, RunEvidence[]> {
  return Map.groupBy(runs, ({ run }) => run.thread_id);
}
