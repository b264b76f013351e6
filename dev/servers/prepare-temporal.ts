/**
 * `node dev/servers/prepare-temporal.ts`: makes the Temporal at TEMPORAL_ADDRESS ready for the service, with its
 * namespace and the search attributes of the runs. What is there already stays.
 */
import { msToTs } from '@temporalio/common/lib/time.js';
import { waitUntil } from '../processes/wait-until.ts';
import { ensureSearchAttributes } from './ensure-search-attributes.ts';
import { temporalAnswers, type TemporalTarget, withConnection } from './temporal-answers.ts';
import { givenTemporal } from './use-temporal.ts';

const keepClosedWorkflows = '7 days';
const alreadyExists = 6;

const target = givenTemporal(process.env);
if (target === undefined) throw new Error('TEMPORAL_ADDRESS is not set');
await registerNamespace(target);
// A new namespace takes some seconds to be known everywhere.
await waitUntil(() => temporalAnswers(target), {
  timeoutMs: 60_000,
  everyMs: 500,
  what: 'the namespace is there',
});
await ensureSearchAttributes(target);
console.log(`Temporal at ${target.address} has the namespace ${target.namespace} and the search attributes.`);

async function registerNamespace({ namespace, ...connection }: TemporalTarget): Promise<void> {
  try {
    await withConnection(connection, ({ workflowService }) =>
      workflowService.registerNamespace({
        namespace,
        workflowExecutionRetentionPeriod: msToTs(keepClosedWorkflows),
      }),
    );
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === alreadyExists)) throw error;
  }
}
