import { setTimeout as sleep } from 'node:timers/promises';
import type { Connection } from '@temporalio/client';
import { msToTs } from '@temporalio/common/lib/time.js';
import type { TemporalSettings } from '#adapters/temporal/connect.ts';
import { connectTemporal } from './reach.ts';
import { ensureSearchAttributes } from './search-attributes.ts';

const keepClosedWorkflows = '7 days';
const timeoutMs = 60_000;
const retryMs = 500;
/** gRPC's status codes. */
const notFound = 5;
const alreadyExists = 6;

/**
 * Prepares a Temporal server for the service: registers the namespace and adds the runs' search attributes. What
 * already exists is not changed.
 * @throws if Temporal cannot be reached or does not allow the change
 */
export async function prepareTemporal(settings: TemporalSettings): Promise<void> {
  const connection = await connectTemporal(settings);
  try {
    await connection.withDeadline(Date.now() + timeoutMs, async () => {
      await registerNamespace(connection, settings.namespace);
      await untilKnown(() => ensureSearchAttributes(connection, settings.namespace));
    });
  } finally {
    await connection.close();
  }
}

async function registerNamespace({ workflowService }: Connection, namespace: string): Promise<void> {
  try {
    const workflowExecutionRetentionPeriod = msToTs(keepClosedWorkflows);
    await workflowService.registerNamespace({ namespace, workflowExecutionRetentionPeriod });
  } catch (error) {
    if (!hasCode(error, alreadyExists)) throw error;
  }
}

/** It takes some seconds until every part of the server knows a new namespace. */
async function untilKnown(useNamespace: () => Promise<void>): Promise<void> {
  for (const giveUpAt = Date.now() + timeoutMs; ;) {
    try {
      return await useNamespace();
    } catch (error) {
      if (!hasCode(error, notFound) || Date.now() > giveUpAt) throw error;
    }
    await sleep(retryMs);
  }
}

function hasCode(error: unknown, code: number): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
