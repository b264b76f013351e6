import type { Client } from '@temporalio/client';

/**
 * How the workflows of runs are started while a worker of this process polls: over its connection, so that it gets the
 * first task of the workflow together with Temporal's response. Without a worker that has time for it, or while there is no
 * client here, Temporal hands the task out by its queue.
 */
export interface EagerStarts {
  /** A client on the connection of the worker. */
  client?: Client | undefined;
}
