import { inject } from 'vitest';
import { perFile } from './per-file.ts';
import { quietWorkflows } from './quiet-workflows.ts';
import { type ServiceOptions, startServiceOn, type TestService } from './start-service.ts';

export type { TestService, TestWorkspace } from './start-service.ts';

/** Starts a service of its own for a test file, on the servers of the test run. */
export async function startService(options: ServiceOptions = {}): Promise<TestService> {
  return await startServiceOn(
    { temporalAddress: inject('temporalAddress'), mongodbUri: inject('mongodbUri') },
    options,
  );
}

const kinds = {
  /** As in production. */
  working: {},
  /** Runs are accepted, and their workflows wait for a worker. */
  'without-worker': { worker: false },
  /** Runs are accepted, and no workflow is signalled. */
  quiet: { worker: false, workflows: quietWorkflows },
} satisfies Record<string, ServiceOptions>;

const shared = new Map<string, Promise<TestService>>();

/**
 * The service that the files of this test process share, because to start one takes longer than most files. A file
 * sees the workspaces of those before it in the database and in the logs, as the workspaces of one customer stand
 * beside those of others. Where that matters, or the file breaks a part of the service, give it one of its own:
 * `perFile(startService)`. It ends with the process.
 */
export function sharedService(kind: keyof typeof kinds = 'working'): TestService {
  return perFile(
    async () => await serviceOfProcess(kind),
    () => {},
  );
}

/** The same where it is not read from a file's tests only. */
export async function serviceOfProcess(kind: keyof typeof kinds = 'working'): Promise<TestService> {
  const known = shared.get(kind) ?? startService(kinds[kind]);
  shared.set(kind, known);
  return await known;
}
