import { expect, it } from 'vitest';
import { temporalLogger } from '#worker/temporal-logger.ts';

it('warnings of the SDK are warnings of the worker, except of what is meant', () => {
  const logged: unknown[][] = [];
  const as = (level: string) => (meta: unknown, message: unknown) => void logged.push([level, meta, message]);
  const log = {
    trace: as('trace'),
    debug: as('debug'),
    info: as('info'),
    warn: as('warn'),
    error: as('error'),
  };
  const logger = temporalLogger(log);
  logger.warn('Workflow not found', { runId: 'r' });
  logger.error('Failed to connect');
  logger.info('Worker state changed');
  logger.debug('Polled');
  // The warning of @temporalio/worker about a worker without workflows (src/worker.ts).
  logger.warn('No workflows registered, not polling for workflow tasks');
  expect(logged.map(([level, , message]) => [level, message])).toEqual([
    ['warn', 'Workflow not found'],
    ['error', 'Failed to connect'],
    ['info', 'Worker state changed'],
    ['debug', 'No workflows registered, not polling for workflow tasks'],
  ]);
  expect(logged[0]?.[1]).toMatchObject({ runId: 'r' });
});
