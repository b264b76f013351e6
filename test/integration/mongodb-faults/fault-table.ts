import type { Command } from '../../support/mongodb-proxy/command.ts';
import type { Fault } from '../../support/mongodb-proxy/faults.ts';

/** A fault that passes, and what clients see of it: nothing, or a 503 now and then. See docs/mongodb-faults.md. */
export interface FaultCase {
  name: string;
  faults: Fault[];
  seen: 'nothing' | '503';
}

type Strikes = (command: Command) => boolean;

const bulkWrite: Strikes = ({ name, inTransaction }) => name === 'bulkWrite' && inTransaction;
const statement: Strikes = ({ name, inTransaction, endsTransaction }) =>
  inTransaction && !endsTransaction && name !== 'bulkWrite';
const commit: Strikes = ({ name }) => name === 'commitTransaction';
const singleWrite: Strikes = ({ retryableWrite }) => retryableWrite;
const read: Strikes = ({ name, changeStream }) => (name === 'find' || name === 'aggregate') && !changeStream;
const changes: Strikes = ({ name, changeStream }) => changeStream && name === 'getMore';
const resumption: Strikes = ({ name, changeStream }) => changeStream && name === 'aggregate';

const conflict = { errors: ['WriteConflict'] } as const;
const stepdown = {
  errors: ['NotWritablePrimary', 'InterruptedDueToReplStateChange', 'ShutdownInProgress'],
} as const;
/** So many of one after another that the driver's second try fails as well, and then none for a while. */
const burst = { inRow: 8, every: 40, times: 24 };

export const faultCases: FaultCase[] = [
  {
    name: 'a conflict in bulkWrite',
    faults: [{ strikes: bulkWrite, effect: conflict, every: 2 }],
    seen: 'nothing',
  },
  {
    name: 'a conflict in another statement of a transaction',
    faults: [{ strikes: statement, effect: conflict, every: 2, times: 12 }],
    seen: 'nothing',
  },
  {
    name: 'a conflict in a single write',
    faults: [{ strikes: singleWrite, effect: conflict, every: 5 }],
    seen: '503',
  },
  {
    name: 'a stepdown at bulkWrite',
    faults: [{ strikes: bulkWrite, effect: stepdown, every: 3 }],
    seen: 'nothing',
  },
  {
    name: 'a stepdown at another statement of a transaction',
    faults: [{ strikes: statement, effect: stepdown, every: 2, times: 9 }],
    seen: 'nothing',
  },
  {
    name: 'a connection lost at bulkWrite',
    faults: [{ strikes: bulkWrite, effect: { lost: 'reply' }, every: 3 }],
    seen: '503',
  },
  {
    name: 'a stepdown before the commit',
    faults: [{ strikes: commit, effect: stepdown, every: 3 }],
    seen: 'nothing',
  },
  {
    name: 'a stepdown after the commit',
    faults: [{ strikes: commit, effect: { ...stepdown, applied: true }, every: 3 }],
    seen: 'nothing',
  },
  {
    name: 'a stepdown at a single write',
    faults: [{ strikes: singleWrite, effect: stepdown, ...burst }],
    seen: '503',
  },
  {
    name: 'a stepdown at a read',
    faults: [{ strikes: read, effect: stepdown, ...burst }],
    seen: '503',
  },
  {
    name: 'a stepdown in the change stream',
    faults: [{ strikes: changes, effect: stepdown, every: 3 }],
    seen: 'nothing',
  },
  {
    name: 'a connection lost before the commit',
    faults: [{ strikes: commit, effect: { lost: 'command' }, every: 3 }],
    seen: '503',
  },
  {
    name: 'a connection lost after the commit',
    faults: [{ strikes: commit, effect: { lost: 'reply' }, every: 3 }],
    seen: '503',
  },
  {
    name: 'a connection lost after a single write',
    faults: [{ strikes: singleWrite, effect: { lost: 'reply' }, every: 5 }],
    seen: '503',
  },
  {
    name: 'the cursor of the change stream is gone',
    faults: [{ strikes: changes, effect: { errors: ['CursorNotFound'] }, every: 3 }],
    seen: 'nothing',
  },
  {
    name: 'the history of the change stream is gone',
    faults: [{ strikes: changes, effect: { errors: ['ChangeStreamHistoryLost'] }, every: 3 }],
    seen: 'nothing',
  },
  {
    name: 'cursor and history of the change stream are gone',
    faults: [
      { strikes: changes, effect: { errors: ['CursorNotFound'] }, every: 3 },
      { strikes: resumption, effect: { errors: ['ChangeStreamHistoryLost'] }, every: 2 },
    ],
    seen: 'nothing',
  },
];
