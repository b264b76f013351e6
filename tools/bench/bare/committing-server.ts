import { Client } from '@temporalio/client';
import type { NativeConnection } from '@temporalio/worker';
import { serveLoopback, type LoopbackServer } from '#tools/dev/loopback-server.ts';
import type { BareCommits } from './commits.ts';
import { bareTaskQueue } from './task-queue.ts';

/**
 * The requests of a client, each as `POST /path?id`, with the id of a workflow. The `whole` ones also read and change
 * as much as the service, in as many round trips, and write to as many indexes. Like the service, they respond once the
 * request is accepted, and `/done` once the workflow is over.
 */
export type CommittingPath =
  '/turn' | '/wait' | '/decide' | '/whole-turn' | '/whole-wait' | '/whole-decide' | '/done';

/**
 * Serves the least that makes the promises of the service, in the process of the worker: a commit before a workflow
 * starts, over the connection of the worker, or is signalled, and a response once the commit of its activity is done.
 */
export class CommittingServer {
  readonly #commits: BareCommits;
  readonly #client: Client;
  /** The end of each workflow, by its id. */
  readonly #ends = new Map<string, PromiseWithResolvers<void>>();

  readonly #startsEagerly: boolean;

  /** @param options.startsEagerly whether it gets the first task with the start of a workflow, as the service does in one process */
  constructor(connection: NativeConnection, commits: BareCommits, options: { startsEagerly: boolean }) {
    this.#commits = commits;
    this.#startsEagerly = options.startsEagerly;
    this.#client = new Client({ connection });
  }

  /** Responds to the client that waits for this workflow. */
  done(id: string): void {
    this.#ends.get(id)?.resolve();
  }

  async serve(): Promise<LoopbackServer> {
    return await serveLoopback(async ({ url = '' }, response) => {
      const { pathname, search } = new URL(url, 'http://localhost');
      await this.#answer(pathname as CommittingPath, search.slice(1));
      response.end();
    });
  }

  async #answer(path: CommittingPath, id: string): Promise<void> {
    const { commit, mark, read } = this.#commits;
    const whole = path.startsWith('/whole-');
    switch (path) {
      case '/turn':
      case '/whole-turn':
        this.#ends.set(id, Promise.withResolvers());
        // The thread, the account and the changes after it; then the credits, while the rest is written.
        if (whole) await read(3);
        await Promise.all([commit('message', whole), whole && mark('account')]);
        await this.#start('committingTurn', id, whole);
        if (!whole) await this.#untilDone(id);
        return;
      case '/wait':
      case '/whole-wait':
        await this.#start('committingWait', id, whole);
        return;
      case '/decide':
      case '/whole-decide':
        this.#ends.set(id, Promise.withResolvers());
        // The run as its subject sees it; then the run, its thread and its calls.
        if (whole) for (const reads of [1, 4]) await read(reads);
        await commit('decision', whole);
        await this.#client.workflow.getHandle(id).signal('go');
        if (!whole) await this.#untilDone(id);
        return;
      case '/done':
        // The read of the run by a waiting client.
        await read(1);
        await this.#untilDone(id);
    }
  }

  async #start(type: 'committingTurn' | 'committingWait', workflowId: string, whole: boolean): Promise<void> {
    const options = {
      taskQueue: bareTaskQueue,
      workflowId,
      args: [workflowId, whole],
      requestEagerStart: this.#startsEagerly,
    };
    await this.#client.workflow.start(type, options);
  }

  async #untilDone(id: string): Promise<void> {
    await this.#ends.get(id)?.promise;
    this.#ends.delete(id);
  }
}
