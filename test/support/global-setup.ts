import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ProvidedContext } from 'vitest';
import type { TestProject } from 'vitest/node';
import { mongodbName } from '#tools/dev/servers/mongodb-name.ts';
import { useMongodb } from '#tools/dev/servers/use-mongodb.ts';
import { useTemporal } from '#tools/dev/servers/use-temporal.ts';
import { createNamespaces, deleteNamespaces, type NamespaceName } from './namespaces.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** The run's Temporal server, in memory unless TEMPORAL_ADDRESS names another. */
    temporalAddress: string;
    /** The run's MongoDB. Every test file has a database of its own on it. */
    mongodbUri: string;
    /** Its namespaces for processes of the service. */
    temporalNamespaces: Record<NamespaceName, string>;
  }
}

type Servers = Pick<ProvidedContext, 'temporalAddress' | 'mongodbUri' | 'temporalNamespaces'> & {
  stop(): Promise<void>;
};
type Shared = { servers: Promise<Servers>; projects: number };

/** Each project loads this file again, so shared state cannot be in the module. */
const shelf = globalThis as { [shared]?: Shared };
const shared = Symbol.for('heddle.test-servers');

/** Starts the servers for the first project. They stop with the last one. */
export async function setup(project: TestProject): Promise<void> {
  shelf[shared] ??= { servers: startServers(), projects: 0 };
  shelf[shared].projects += 1;
  const { temporalAddress, mongodbUri, temporalNamespaces } = await shelf[shared].servers;
  project.provide('temporalAddress', temporalAddress);
  project.provide('mongodbUri', mongodbUri);
  project.provide('temporalNamespaces', temporalNamespaces);
}

export async function teardown(): Promise<void> {
  const current = shelf[shared];
  if (current === undefined) return;
  current.projects -= 1;
  if (current.projects > 0) return;
  delete shelf[shared];
  await (await current.servers).stop();
}

async function startServers(): Promise<Servers> {
  const directory = await mkdtemp(join(tmpdir(), 'heddle-test-'));
  const abandoned = new AbortController();
  const common = { log: (line: string) => console.log(line), signal: abandoned.signal };
  try {
    const [temporal, mongodb] = await Promise.all([
      useTemporal({ ...common, logFile: join(directory, 'temporal.log') }),
      useMongodb({
        ...common,
        logFile: join(directory, 'mongodb.log'),
        dataDir: join(directory, 'mongodb'),
        // Nobody kills this one, and its data goes with the run.
        durable: false,
      }),
    ]);
    const ranOn = `these tests ran on ${await mongodbName(mongodb.uri)}`;
    const { address: temporalAddress, pid } = temporal;
    const temporalNamespaces = await createNamespaces(temporalAddress);
    const stop = async (): Promise<void> => {
      console.log(ranOn);
      // Those of a server that was given would stay.
      if (pid === undefined) await deleteNamespaces(temporalAddress, temporalNamespaces);
      await Promise.all([temporal.stop(), mongodb.stop()]);
      await rm(directory, { recursive: true, force: true });
    };
    return { temporalAddress, temporalNamespaces, mongodbUri: mongodb.uri, stop };
  } catch (error) {
    // The other one may still be starting, or building for minutes.
    abandoned.abort();
    throw error;
  }
}
