import type { ThreadDocument } from '../documents/thread.ts';
import type { Scope } from './scope.ts';

/** The threads that clients write on. */
export interface Threads {
  /** The thread with this id; null if it does not exist, or is not in the scope. */
  find: (scope: Scope, id: string) => Promise<ThreadDocument | null>;
}
