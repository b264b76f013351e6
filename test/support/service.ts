import { inject } from 'vitest';
import { type ServiceOptions, startServiceOn, type TestService } from './start-service.ts';

export type { TestService, TestWorkspace } from './start-service.ts';

/** Starts the service for a test file, on the servers of the test run. */
export async function startService(options: ServiceOptions = {}): Promise<TestService> {
  return await startServiceOn(
    { temporalAddress: inject('temporalAddress'), mongodbUri: inject('mongodbUri') },
    options,
  );
}
