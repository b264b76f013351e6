import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { Client, Connection, WorkflowFailedError } from '@temporalio/client';
import { NativeConnection, Worker } from '@temporalio/worker';
import { expect, inject, it } from 'vitest';
import { perFile } from '../../support/per-file.ts';
import { saysThatItWasCancelled, sdkCases } from '../../support/workflow/sdk-cases.ts';

const taskQueue = `sdk-cases-${randomUUID()}`;
const workflowsPath = fileURLToPath(new URL('../../support/workflow/sdk-cases.ts', import.meta.url));

/** A worker on the server of the tests, with the workflows alone and without interceptors. */
const server = perFile(async () => {
  const address = inject('temporalAddress');
  const [connection, native] = await Promise.all([
    Connection.connect({ address }),
    NativeConnection.connect({ address }),
  ]);
  const worker = await Worker.create({
    connection: native,
    taskQueue,
    workflowsPath,
  });
  const running = worker.run();
  return {
    workflow: new Client({ connection }).workflow,
    stop: async () => {
      worker.shutdown();
      await running;
      await Promise.all([native.close(), connection.close()]);
    },
  };
});

it.each(sdkCases)('on a real server, $workflow.name: $outcome', async ({ workflow, meanwhile, outcome }) => {
  const options = { taskQueue, workflowId: randomUUID() };
  const handle =
    meanwhile === 'signal'
      ? await server.workflow.signalWithStart(workflow, { ...options, signal: 'go' })
      : await server.workflow.start(workflow, options);
  if (meanwhile === 'cancel') await handle.cancel();
  expect(await handle.result()).toBe(outcome);
});

it('a workflow that says that it was cancelled closes as failed, unless Temporal was asked to cancel it or the command is replaced', async () => {
  const options = { taskQueue, workflowId: randomUUID() };
  const handle = await server.workflow.start(saysThatItWasCancelled, options);
  await expect(handle.result()).rejects.toBeInstanceOf(WorkflowFailedError);
  expect((await handle.describe()).status.name).toBe('FAILED');
});
