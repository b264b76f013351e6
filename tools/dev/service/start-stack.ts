import { defined } from '#contract/defined.ts';
import { freePort } from '../servers/free-port.ts';
import { startMongodb } from '../servers/start-mongodb.ts';
import { startTemporal } from '../servers/start-temporal.ts';
import { useMongodb } from '../servers/use-mongodb.ts';
import { useTemporal } from '../servers/use-temporal.ts';
import type { StartedProcess } from '../processes/start-process.ts';
import { type ServiceKind, startServiceProcess } from './service-process.ts';
import { startTogether } from './start-together.ts';

export type ServerName = 'temporal' | 'mongodb';
export type { ServiceKind };

/** A process of a stack. */
export interface StackPart<Name extends string = string> {
  name: Name;
  port: number;
  /** Where a server keeps its data; undefined if it keeps none, or is none. */
  dataDir: string | undefined;
  /** Starts it, on the same port and data each time, and resolves when it responds. */
  start: (signal?: AbortSignal) => Promise<StartedProcess>;
}

/** Where the parts of a stack respond. */
export interface StackAddresses<Service extends string> {
  /** As in TEMPORAL_ADDRESS. */
  temporal: string;
  /** As in MONGODB_URI. */
  mongodb: string;
  /** URLs of the service: its API, or the metrics of a worker alone. */
  urls: Record<Service, string>;
}

/** The parts of a stack, and how it is started. */
export interface StackOptions<Service extends string, Kept> {
  /** The processes of the service by name. */
  services: Partial<Record<Service, ServiceKind>>;
  /** Default: a free one for each part. */
  ports?: Partial<Record<Service | ServerName, number>>;
  /** The port of Temporal's web UI. Default: no UI. */
  uiPort?: number;
  /** The file that receives what a part prints. */
  logFile(name: Service | ServerName): string;
  /** Where a server keeps its data. Only Temporal can do without, in memory. */
  dataDir(name: ServerName): string | undefined;
  /**
   * The environment that finds programs. Its TEMPORAL_ADDRESS and MONGODB_URI name servers to use instead of own ones.
   */
  serverEnv: NodeJS.ProcessEnv;
  /** Does what the service needs before it starts, such as migrations. @returns the environment of each kind */
  prepare(addresses: StackAddresses<Service>): Promise<Record<ServiceKind, NodeJS.ProcessEnv>>;
  /** Starts a part, and sees to it that it is stopped later. */
  keep: (part: StackPart<Service | ServerName>, signal: AbortSignal) => Promise<Kept>;
  /** Receives messages about a server while it starts. */
  log(name: ServerName, line: string): void;
  /** Receives every line that a process of the service prints. */
  onLine?(name: Service, line: string): void;
  readyTimeoutMs?: number;
  /** Whether a slower MongoDB that starts at once is better than one that is built first. Default: false. */
  quickly?: boolean;
  /** Cancels the start. */
  signal?: AbortSignal;
}

/** A stack that responds. */
export interface Stack<Service extends string, Kept> extends StackAddresses<Service> {
  /** Its processes, without servers that were given. */
  parts: ReadonlyMap<Service | ServerName, Kept>;
}

/**
 * Starts servers, then the processes of the service, each on its port of the loopback interface. What was started when this
 * fails, `keep` has to stop.
 * @throws {SetupProblem} if a part cannot be started
 */
export async function startStack<Service extends string, Kept>(
  options: StackOptions<Service, Kept>,
): Promise<Stack<Service, Kept>> {
  const { services, serverEnv: env, keep, signal = new AbortController().signal } = options;
  const named = Object.entries(services) as [Service, ServiceKind][];
  const names = named.map(([name]) => name);
  const ports = new Map<Service | ServerName, number>();
  for (const name of [...names, 'temporal', 'mongodb'] as const) {
    ports.set(name, options.ports?.[name] ?? (await freePort()));
  }
  const portOf = (name: Service | ServerName) => ports.get(name) ?? 0;
  const parts = new Map<Service | ServerName, Kept>();
  const start = async (part: StackPart<Service | ServerName>, aborted: AbortSignal) =>
    void parts.set(part.name, await keep(part, aborted));
  const settingsOf = (name: ServerName) => ({
    env,
    logFile: options.logFile(name),
    log: (line: string) => options.log(name, line),
  });

  const startTemporalPart = async (aborted: AbortSignal): Promise<string> => {
    const settings = settingsOf('temporal');
    if (env['TEMPORAL_ADDRESS']) return (await useTemporal({ ...settings, signal: aborted })).address;
    const port = portOf('temporal');
    const dataDir = options.dataDir('temporal');
    const placed = { ...settings, port, dataDir, uiPort: options.uiPort };
    const restart = async (again?: AbortSignal) => await startTemporal({ ...placed, signal: again });
    await start({ name: 'temporal', port, dataDir, start: restart }, aborted);
    return `127.0.0.1:${port}`;
  };
  const startMongodbPart = async (aborted: AbortSignal): Promise<string> => {
    const dataDir = options.dataDir('mongodb') ?? '';
    const settings = { ...settingsOf('mongodb'), dataDir, quickly: options.quickly };
    if (env['MONGODB_URI']) return (await useMongodb({ ...settings, signal: aborted })).uri;
    const port = portOf('mongodb');
    const restart = async (again?: AbortSignal) => await startMongodb({ ...settings, port, signal: again });
    await start({ name: 'mongodb', port, dataDir, start: restart }, aborted);
    // Direct, because the two kinds of server would need different replica set names in the URI.
    return `mongodb://127.0.0.1:${port}/?directConnection=true`;
  };
  const [temporal, mongodb] = await startTogether<[string, string]>(signal, [
    startTemporalPart,
    startMongodbPart,
  ]);

  const urls = Object.fromEntries(names.map((name) => [name, `http://127.0.0.1:${portOf(name)}`]));
  const addresses = { temporal, mongodb, urls: urls as Record<Service, string> };
  const envs = await options.prepare(addresses);
  const startService = (name: Service, kind: ServiceKind) => async (aborted: AbortSignal) => {
    const port = portOf(name);
    const settings = {
      env: envs[kind],
      logFile: options.logFile(name),
      port,
      ...defined({ readyTimeoutMs: options.readyTimeoutMs }),
      onLine: (line: string) => options.onLine?.(name, line),
    };
    const restart = async (again?: AbortSignal) =>
      await startServiceProcess(kind, { ...settings, ...(again && { signal: again }) });
    await start({ name, port, dataDir: undefined, start: restart }, aborted);
  };
  await startTogether(
    signal,
    named.map(([name, kind]) => startService(name, kind)),
  );
  return { ...addresses, parts };
}
