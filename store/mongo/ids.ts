import { randomInt } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';
import { derivedId } from '#engine/documents/derived-ids.ts';

export { madeAt } from '#engine/documents/derived-ids.ts';

/** A new UUID v7 (RFC 9562): ordered by the time of its creation, even within a millisecond of this process. */
export function newId(): string {
  return uuidv7();
}

/**
 * A bound for ids by time: every UUID v7 that is created from then on comes after it, and none that was created before.
 */
export function idFrom(date: Date): string {
  const hex = date.getTime().toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}`;
}

/**
 * The id of the thread that a message starts, if it starts one. It is known before the thread, and is the same however
 * often the message is sent.
 */
export function threadIdOf(messageId: string): string {
  return derivedId(messageId, `thread ${messageId}`);
}

/** A new agent id: `agent_` and 32 hex characters. */
export function newAgentId(): string {
  return agentIdOf(newId());
}

/** The agent id for a UUID. */
export function agentIdOf(uuid: string): string {
  return `agent_${uuid.replaceAll('-', '')}`;
}

/** A new event id: `evt_` and 32 hex characters. */
export function newEventId(): string {
  return `evt_${newId().replaceAll('-', '')}`;
}

/** When an event of {@link newEventId} was made, to the millisecond. */
export function eventMadeAt(eventId: string): Date {
  const hex = eventId.slice('evt_'.length);
  return new Date(Number.parseInt(hex.slice(0, 12), 16));
}

const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** A new signing key id: `key_` and 24 base62 characters, random. */
export function newSigningKeyId(): string {
  return `key_${Array.from({ length: 24 }, () => base62[randomInt(base62.length)]).join('')}`;
}
