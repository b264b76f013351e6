import type { ClientSession, Collection, MongoClient } from 'mongodb';
import type { Documents } from '../documents/documents.ts';
import type { BlindIndex } from './blind-index.ts';
import type { Bookings } from './bookings.ts';
import type { KeptByWorkspace } from './kept-by-workspace.ts';
import type { Changes as RunChanges } from '#engine/rules/stored.ts';
import type { Announced } from './announced.ts';
import type { StoredEvents } from './stored-events.ts';
import type { ChangeStream } from './change-stream.ts';
import type { Batcher } from '#engine/contention/batcher.ts';
import type { RequestedReservation } from '../documents/reckoning.ts';
import type { RememberedConversations } from './remembered-conversations.ts';
import type { ServerClock } from './server-clock.ts';
import type { SettledAccounts } from './settled-accounts.ts';

export type Collections = { [Name in keyof Documents]: Collection<Documents[Name]> };

/** A connected database, the first parameter of everything in store/. */
export interface Database extends Collections {
  /** Runs `work` in a transaction, and repeats it when MongoDB requires that. */
  transaction<Result>(work: (session: ClientSession) => Promise<Result>): Promise<Result>;
  /** Runs reads that all see the database as of one moment. */
  snapshot<Result>(read: (session: ClientSession) => Promise<Result>): Promise<Result>;
  client: MongoClient;
  /** Announces the events that this process stores. */
  storedEvents: StoredEvents;
  /** Announces what the steps of runs have stored, whether or not there are events. */
  storedSteps: Announced<[RunChanges]>;
  /** Announces what any process writes. */
  changes: ChangeStream;
  /** Schedules the booking of stored balance changes into the accounts. */
  bookings: Bookings;
  /** Makes the reservations of each workspace, those together that come at once. */
  reservations: Batcher<RequestedReservation, boolean>;
  /** The accounts as of when all that was booked into them was marked. */
  settledAccounts: SettledAccounts;
  /** The webhook endpoints that receive events, from memory. */
  enabledEndpoints: KeptByWorkspace<'webhook_endpoints'>;
  /** The budgets of workspaces, from memory. */
  keptBudgets: KeptByWorkspace<'budgets'>;
  /** Names what must not be guessed from its name. */
  blindIndex: BlindIndex;
  /** The clock of the server. */
  serverClock: ServerClock;
  /** Recent messages of threads. */
  conversations: RememberedConversations;
  /** @throws if MongoDB does not respond within the timeout */
  ping(): Promise<void>;
  close(): Promise<void>;
}
