import type { Command } from '../../support/mongodb-proxy/command.ts';
import type { Fault } from '../../support/mongodb-proxy/faults.ts';

/** A fault that passes, and what clients see of it: nothing, or a 503 now and then. See docs/operations.md. */
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
    name: 'conflicts in bulkWrite and in other statements of a transaction',
    faults: [
      { strikes: bulkWrite, effect: conflict, every: 2 },
      { strikes: statement, effect: conflict, every: 2, times: 12 },
    ],
    seen: 'nothing',
  },
  {
    name: 'a conflict in a single write',
    faults: [{ strikes: singleWrite, effect: conflict, every: 5 }],
    seen: '503',
  },
  {
    name: 'stepdowns at bulkWrite and at other statements of a transaction',
    faults: [
      { strikes: bulkWrite, effect: stepdown, every: 3 },
      { strikes: statement, effect: stepdown, every: 2, times: 9 },
    ],
    seen: 'nothing',
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
    name: 'stepdowns at single writes and reads',
    faults: [
      { strikes: singleWrite, effect: stepdown, ...burst },
      { strikes: read, effect: stepdown, ...burst },
    ],
    seen: '503',
  },
  {
    name: 'connections lost at bulkWrite and before the commit',
    faults: [
      { strikes: bulkWrite, effect: { lost: 'reply' }, every: 4 },
      { strikes: commit, effect: { lost: 'command' }, every: 4 },
    ],
    seen: '503',
  },
  {
    name: 'connections lost after the commit and after a single write',
    faults: [
      { strikes: commit, effect: { lost: 'reply' }, every: 4 },
      { strikes: singleWrite, effect: { lost: 'reply' }, every: 6 },
    ],
    seen: '503',
  },
  {
    name: 'stepdowns in the change stream, and its cursor is gone',
    faults: [
      { strikes: changes, effect: stepdown, every: 4 },
      { strikes: changes, effect: { errors: ['CursorNotFound'] }, every: 4 },
    ],
    seen: 'nothing',
  },
  {
    name: 'the history of the change stream is gone, at once and on resuming',
    faults: [
      { strikes: changes, effect: { errors: ['ChangeStreamHistoryLost'] }, every: 4 },
      { strikes: changes, effect: { errors: ['CursorNotFound'] }, every: 4 },
      { strikes: resumption, effect: { errors: ['ChangeStreamHistoryLost'] }, every: 2 },
    ],
    seen: 'nothing',
  },
];
