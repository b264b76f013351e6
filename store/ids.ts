import { randomInt } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';

/** A new UUID v7: ordered by the moment it is made, also within a millisecond of this process. */
export function newId(): string {
  return uuidv7();
}

/** The moment a UUID v7 was made, to the millisecond: documents take their `created_at` from their id. */
export function madeAt(id: string): Date {
  return new Date(Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16));
}

/** A new agent id: `agent_` and 32 hex characters. */
export function newAgentId(): string {
  return `agent_${uuidv7().replaceAll('-', '')}`;
}

/** A new event id: `evt_` and 32 hex characters. */
export function newEventId(): string {
  return `evt_${uuidv7().replaceAll('-', '')}`;
}

const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** A new signing key id: `key_` and 24 base62 characters, random. */
export function newSigningKeyId(): string {
  return `key_${Array.from({ length: 24 }, () => base62[randomInt(base62.length)]).join('')}`;
}
