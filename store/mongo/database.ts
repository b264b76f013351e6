import type { ClientSession, Collection, MongoClient } from 'mongodb';
import type { Documents } from '../documents/documents.ts';
import type { Bookings } from '../money/bookings.ts';
import type { EnabledWebhookEndpoints } from '../webhooks/enabled-endpoints.ts';
import type { StoredEvents } from '../events/stored-events.ts';
import type { Changes } from './changes.ts';

export type Collections = { [Name in keyof Documents]: Collection<Documents[Name]> };

/** A connected database. Everything in store/ takes it first. */
export interface Database extends Collections {
  /** Runs `work` in a transaction, again when MongoDB asks for it. */
  transaction<Result>(work: (session: ClientSession) => Promise<Result>): Promise<Result>;
  /** Runs reads that all see the database as it was at one moment. */
  snapshot<Result>(read: (session: ClientSession) => Promise<Result>): Promise<Result>;
  client: MongoClient;
  /** Tells of the events that this process stores. */
  storedEvents: StoredEvents;
  /** Tells of what any process writes. */
  changes: Changes;
  /** When the changes of balances that are stored are taken into the accounts. */
  bookings: Bookings;
  /** The webhook endpoints that events are sent to, from memory. */
  enabledEndpoints: EnabledWebhookEndpoints;
  /** @throws when MongoDB does not answer within the time-out */
  ping(): Promise<void>;
  close(): Promise<void>;
}
