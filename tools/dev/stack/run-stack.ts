import { join } from 'node:path';
import { parseDatabaseEnvironment } from '#process/config/environment.ts';
import { databaseSettings } from '#process/config/settings.ts';
import { openDatabase } from '#store/open-database.ts';
import { startEchoHost } from '../echo-host.ts';
import { type DemoWorkspace, seed } from '../seed.ts';
import { buildForNextStart } from '../servers/choose-mongodb.ts';
import { type ServerName, type ServiceKind, startStack } from '../service/start-stack.ts';
import type { SupervisedPart } from './supervise.ts';
import { ConsoleLinks } from './console-links.ts';
import { briefLine } from './brief-line.ts';
import { startDemoBridge } from './demo-bridge.ts';
import { localVoice } from './local-voice.ts';
import { logFileOf, openDevDir } from './open-dev-dir.ts';
import type { StackOptions } from './options.ts';
import type { PartName } from './part-names.ts';
import { settlePorts } from './ports.ts';
import type { Say } from './say.ts';
import { devSecrets } from './secrets.ts';
import { serviceEnvironment } from './service-environment.ts';
import type { StackFile } from './stack-file.ts';
import { StackRun } from './stack-run.ts';

/** More than a busy machine needs to open it, and as long as a MongoDB that does not answer delays the stop at most. */
const timeoutMs = 30_000;
const timeouts = {
  serverSelectionMs: timeoutMs,
  connectionMs: timeoutMs,
  answerMs: timeoutMs,
  transactionMs: timeoutMs,
};

/** A stack in which everything responds. */
export type RunningStack = {
  facts: Omit<StackFile, 'pids'>;
  /** Stops everything, in order. */
  stop(): Promise<void>;
};

/**
 * Starts the whole stack and writes stack.json when everything responds. Parts that die later are restarted.
 * @param onRun receives the run as soon as there is one, for callers that must end it at once
 * @throws if a part does not start or the signal is aborted; all parts have been stopped before
 */
export async function runStack(
  options: StackOptions,
  { say, signal, onRun }: { say: Say; signal: AbortSignal; onRun?: (run: StackRun) => void },
): Promise<RunningStack> {
  const ends = new AsyncDisposableStack();
  try {
    ends.defer(await openDevDir(options, { say, signal }));
    const ports = await settlePorts(options, say);
    const echo = await startEchoHost(ports.echo);
    ends.defer(() => echo.stop());
    say('echo', `answers at ${echo.url}`);
    const run = new StackRun({ options, ports, say });
    ends.defer(() => run.stop());
    onRun?.(run);
    const { database, ...parts } = await startParts(run, { echoHostUrl: echo.url, signal });
    const issuer = options.env['BASE_URL'] || parts.base_url;
    const jwks = `${parts.base_url}/.well-known/jwks.json`;
    echo.requireApprovals({ jwks, issuer, workspace: parts.workspace_id });
    const bridge = await startDemoBridge(ports.bridge, { baseUrl: issuer, ...parts.signing_key });
    ends.defer(() => bridge.stop());
    say('bridge', `answers at ${bridge.url}`);
    const db = await openDatabase({ uri: parts.mongodb_uri, database, timeouts });
    ends.defer(() => db.close());
    const links = new ConsoleLinks(db, parts);
    ends.defer(() => links.stop());
    await links.keep((console_url) => run.announce({ ...parts, console_url }));
    const stopping = new AbortController();
    ends.defer(() => stopping.abort());
    void buildForNextStart(dataDirOf(options, 'mongodb'), {
      env: options.env,
      log: (line) => say('mongodb', line),
      signal: stopping.signal,
    });
    // A link of its own, because scripts use the one in stack.json.
    const facts = { ...parts, console_url: await links.make() };
    return { facts, stop: () => ends.disposeAsync() };
  } catch (error) {
    await ends.disposeAsync();
    throw error;
  }
}

function dataDirOf({ devDir }: StackOptions, server: ServerName): string {
  return join(devDir, 'data', server);
}

async function startParts(
  run: StackRun,
  { echoHostUrl, signal }: { echoHostUrl: string; signal: AbortSignal },
): Promise<Omit<StackFile, 'pids' | 'console_url'> & { database: string }> {
  const { options, ports } = run;
  const secrets = devSecrets(options.devDir);
  const env = { ...options.env, ...(await localVoice(options.env, run.say)) };
  const temporalUi = env['TEMPORAL_ADDRESS'] ? null : `http://127.0.0.1:${ports.temporalUi}`;
  const show = briefly(run.say);
  let demo: DemoWorkspace | undefined;
  let database = '';
  const services: Partial<Record<ServiceKind, ServiceKind>> = options.apart
    ? { api: 'api', worker: 'worker' }
    : { service: 'service' };
  const stack = await startStack<ServiceKind, SupervisedPart>({
    services,
    ports: { ...ports, service: ports.api, worker: ports.workerMetrics },
    uiPort: ports.temporalUi,
    logFile: (name) => logFileOf(options.devDir, name),
    dataDir: (name) => dataDirOf(options, name),
    serverEnv: options.env,
    log: run.say,
    onLine: (name, line) => show(name, line),
    quickly: true,
    signal,
    keep: async (part, aborted) => await run.keepRunning(part, aborted),
    prepare: async ({ temporal, mongodb }) => {
      const addresses = { temporal_address: temporal, temporal_ui: temporalUi, mongodb_uri: mongodb };
      const service = serviceEnvironment({ options: { ...options, env }, ports, secrets, ...addresses });
      database = service.database;
      demo = await seed({
        mongodbUri: mongodb,
        database,
        retention: databaseSettings(parseDatabaseEnvironment(service.api)).retention,
        encryptionKeys: service.encryptionKeys,
        apiKey: secrets.api_key,
        signingSecret: secrets.signing_secret,
        echoHostUrl,
        loginUrl: `http://127.0.0.1:${ports.bridge}/login`,
        modelClass: service.modelClass,
      });
      run.say('stack', 'the demo workspace is there');
      return service;
    },
  });
  if (demo === undefined) throw new Error('there is no demo workspace');
  return {
    base_url: `http://127.0.0.1:${ports.api}`,
    ...demo,
    temporal_address: stack.temporal,
    temporal_ui: temporalUi,
    mongodb_uri: stack.mongodb,
    database,
  };
}

/** Shows the warnings and errors of the service briefly in the terminal; its logs have everything. */
function briefly(say: Say): (name: PartName, line: string) => void {
  const lastShown = new Map<PartName, string>();
  return (name, line) => {
    const brief = briefLine(line);
    // Repeated messages while a server is down would hide everything else.
    if (brief === undefined || brief === lastShown.get(name)) return;
    lastShown.set(name, brief);
    say(name, brief);
  };
}
