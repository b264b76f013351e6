import { Client } from '@temporalio/client';
import type { NativeConnection } from '@temporalio/worker';
import { serveLoopback, type LoopbackServer } from '#dev/loopback-server.ts';
import type { BareCommits } from './commits.ts';
import { bareTaskQueue } from './task-queue.ts';

/** What a client can ask of it, each as `POST /path?id`, with the id of a workflow. */
export type CommittingPath = '/turn' | '/wait' | '/decide';

/**
 * Serves the least that makes the promises of the service, in the process of the worker: a commit before a workflow
 * starts, over the connection of the worker, or is signalled, and a response once the commit of its activity is done.
 */
export class CommittingServer {
  readonly #commits: BareCommits;
  readonly #client: Client;
  readonly #waiting = new Map<string, () => void>();

  constructor(connection: NativeConnection, commits: BareCommits) {
    this.#commits = commits;
    this.#client = new Client({ connection });
  }

  /** Responds to whoever waits for this workflow. */
  done(id: string): void {
    this.#waiting.get(id)?.();
    this.#waiting.delete(id);
  }

  async serve(): Promise<LoopbackServer> {
    return await serveLoopback(async ({ url = '' }, response) => {
      const { pathname, search } = new URL(url, 'http://localhost');
      await this.#answer(pathname as CommittingPath, search.slice(1));
      response.end();
    });
  }

  async #answer(path: CommittingPath, id: string): Promise<void> {
    switch (path) {
      case '/turn': {
        const done = this.#untilDone(id);
        await this.#commits.commit('message');
        await this.#start('committingTurn', id);
        await done;
        return;
      }
      case '/wait':
        await this.#start('committingWait', id);
        return;
      case '/decide': {
        const done = this.#untilDone(id);
        await this.#commits.commit('decision');
        await this.#client.workflow.getHandle(id).signal('go');
        await done;
      }
    }
  }

  async #start(type: 'committingTurn' | 'committingWait', workflowId: string): Promise<void> {
    const options = { taskQueue: bareTaskQueue, workflowId, args: [workflowId], requestEagerStart: true };
    await this.#client.workflow.start(type, options);
  }

  async #untilDone(id: string): Promise<void> {
    await new Promise<void>((resolve) => this.#waiting.set(id, resolve));
  }
}
