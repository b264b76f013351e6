import { readFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'yaml';
import { ensureSearchAttributes } from '#process/admin/temporal/search-attributes.ts';
import { searchAttributes } from '#contract/temporal/names.ts';
import { type StartedProcess, startProcess } from '../processes/start-process.ts';
import { acceptsConnections } from './accepts-connections.ts';
import { flags } from './flags.ts';
import { freePort } from './free-port.ts';
import { type ResolveContext, resolveBinary } from './resolve-binary.ts';
import { temporalSources } from './resolve-temporal.ts';
import { temporalAnswers, withConnection } from './temporal-answers.ts';

/** Options of both servers. `signal` cancels the start; a started server is stopped with `stop()`. */
export type ServerOptions = Omit<ResolveContext, 'env'> & {
  /** Default: a free one. */
  port?: number;
  /** Receives the server's output. */
  logFile: string;
  /** PATH, the cache directory, and what builds need. Default: that of the process. */
  env?: NodeJS.ProcessEnv;
};

export type TemporalOptions = ServerOptions & {
  /** Port of the web UI. Default: no UI. */
  uiPort?: number | undefined;
  /** Keeps workflows across restarts. Default: they live in memory. */
  dataDir?: string | undefined;
  /** Dynamic configuration beside that of every server, as `name=value`. */
  furtherSettings?: readonly string[] | undefined;
  /** Port of the server's own metrics. Default: a free one that nobody knows. */
  metricsPort?: number | undefined;
};

export type RunningTemporal = StartedProcess & {
  /** As in TEMPORAL_ADDRESS. */
  address: string;
  port: number;
};

/** The settings that docker-compose.yml also gives its Temporal, as `name=value` for the command line. */
const settings = Object.entries(
  parse(readFileSync(join(import.meta.dirname, 'temporal-settings.yaml'), 'utf8')) as Record<
    string,
    [{ value: unknown }]
  >,
).map(([name, [{ value }]]) => `${name}=${JSON.stringify(value)}`);

/**
 * Starts a Temporal dev server on the loopback interface, with the namespace `default` and the search attributes of
 * runs, and resolves when it responds.
 * @throws SetupProblem if there is no Temporal and no way to get one
 */
export async function startTemporal(options: TemporalOptions): Promise<RunningTemporal> {
  const { env = process.env, log, signal, logFile, uiPort, dataDir, furtherSettings, metricsPort } = options;
  const { binary } = await resolveBinary(temporalSources, { env, log, signal });
  const port = options.port ?? (await freePort());
  log(`starting Temporal on port ${port} (${binary.source})`);
  if (dataDir !== undefined) await mkdir(dataDir, { recursive: true });
  const address = `127.0.0.1:${port}`;
  const started = await startProcess(
    {
      name: 'Temporal',
      command: binary.path,
      args: temporalArguments({ port, uiPort, dataDir, furtherSettings, metricsPort }),
      env: withoutTemporalSettings(env),
      logFile,
      answers: async () =>
        (await acceptsConnections('127.0.0.1', port)) && temporalAnswers({ address, namespace: 'default' }),
      readyTimeoutMs: 180_000,
      stopTimeoutMs: 10_000,
    },
    signal,
  );
  // The server adds them to new data only. Data of an earlier version lack the latest ones, without which no run can pause.
  await withConnection({ address }, (open) => ensureSearchAttributes(open, 'default')).catch(
    (error: unknown) => log(`could not add the search attributes: ${(error as Error).message}`),
  );
  return { ...started, address, port };
}

/** The command line of the dev server. */
export function temporalArguments({
  port,
  uiPort,
  dataDir,
  furtherSettings = [],
  metricsPort,
}: Pick<TemporalOptions, 'uiPort' | 'dataDir' | 'furtherSettings' | 'metricsPort'> & {
  port: number;
}): string[] {
  return [
    'server',
    'start-dev',
    ...flags({
      ip: '127.0.0.1',
      port,
      'log-level': 'warn',
      ...(uiPort === undefined ? { headless: true } : { 'ui-port': uiPort }),
      ...(dataDir !== undefined && {
        'db-filename': join(dataDir, 'temporal.sqlite'),
        'sqlite-pragma': ['journal_mode=WAL', 'synchronous=NORMAL'],
      }),
      ...(metricsPort !== undefined && { 'metrics-port': metricsPort }),
      'dynamic-config-value': [...settings, ...furtherSettings],
      'search-attribute': Object.values(searchAttributes).map((name) => `${name}=Keyword`),
    }),
  ];
}

/** Temporal's CLI reads variables such as TEMPORAL_ADDRESS itself, with another meaning. */
function withoutTemporalSettings(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !name.startsWith('TEMPORAL_')));
}
