import { parseDatabaseEnvironment } from '#config/environment.ts';
import { databaseSettings } from '#config/settings.ts';
import { openDatabase } from '#store/mongo/open-database.ts';
import { startEchoHost } from '../echo-host.ts';
import { seed } from '../seed.ts';
import { startServiceProcess } from '../service/service-process.ts';
import { ConsoleLinks } from './console-links.ts';
import { briefLine } from './brief-line.ts';
import { startDemoBridge } from './demo-bridge.ts';
import { localVoice } from './local-voice.ts';
import { openDevDir } from './open-dev-dir.ts';
import type { StackOptions } from './options.ts';
import { settlePorts } from './ports.ts';
import type { Say } from './say.ts';
import { devSecrets } from './secrets.ts';
import { serviceEnvironment } from './service-environment.ts';
import type { StackFile } from './stack-file.ts';
import { StackRun } from './stack-run.ts';
import { type MongodbPart, mongodbPart, type TemporalPart, temporalPart } from './start-servers.ts';
import { startTogether } from './start-together.ts';

/** So that a MongoDB that does not answer does not delay the stop. */
const timeouts = { serverSelectionMs: 2000, connectionMs: 2000, answerMs: 2000, transactionMs: 2000 };

/** A stack in which everything responds. */
export type RunningStack = {
  facts: Omit<StackFile, 'pids'>;
  /** Stops everything, in order. */
  stop(): Promise<void>;
};

/**
 * Starts the whole stack and writes stack.json when everything responds. Parts that die later are restarted.
 * @param onRun receives the run as soon as there is one, for callers that must end it at once
 * @throws if a part does not start or the signal is aborted; everything that was started has been stopped by then
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
    const bridge = await startDemoBridge(ports.bridge, { baseUrl: issuer, ...parts.signing_key });
    ends.defer(() => bridge.stop());
    say('bridge', `answers at ${bridge.url}`);
    const db = await openDatabase({ uri: parts.mongodb_uri, database, timeouts });
    ends.defer(() => db.close());
    const links = new ConsoleLinks(db, parts);
    ends.defer(() => links.stop());
    await links.keep((console_url) => run.announce({ ...parts, console_url }));
    // A link of its own, because scripts use the one in stack.json.
    const facts = { ...parts, console_url: await links.make() };
    return { facts, stop: () => ends.disposeAsync() };
  } catch (error) {
    await ends.disposeAsync();
    throw error;
  }
}

async function startParts(
  run: StackRun,
  { echoHostUrl, signal }: { echoHostUrl: string; signal: AbortSignal },
): Promise<Omit<StackFile, 'pids' | 'console_url'> & { database: string }> {
  const { options, ports } = run;
  const secrets = devSecrets(options.devDir);
  const voice = await localVoice(options.env, run.say);
  const [temporal, mongodb] = await startTogether<[TemporalPart, MongodbPart]>(signal, [
    (signal) => temporalPart(run, signal),
    (signal) => mongodbPart(run, signal),
  ]);
  const env = { ...options.env, ...voice };
  const service = serviceEnvironment({
    options: { ...options, env },
    ports,
    secrets,
    ...temporal,
    ...mongodb,
  });
  const demo = await seed({
    mongodbUri: mongodb.mongodb_uri,
    database: service.database,
    retention: databaseSettings(parseDatabaseEnvironment(service.api)).retention,
    encryptionKeys: service.encryptionKeys,
    apiKey: secrets.api_key,
    signingSecret: secrets.signing_secret,
    echoHostUrl,
    loginUrl: `http://127.0.0.1:${ports.bridge}/login`,
    modelClass: service.modelClass,
  });
  run.say('stack', 'the demo workspace is there');
  const baseUrl = `http://127.0.0.1:${ports.api}`;
  await startTogether(signal, [
    (signal) => keepServiceRunning(run, 'api', { env: service.api, port: ports.api, signal }),
    (signal) => keepServiceRunning(run, 'worker', { env: service.worker, port: ports.workerMetrics, signal }),
  ]);
  return { base_url: baseUrl, ...demo, ...temporal, ...mongodb, database: service.database };
}

/**
 * Starts the API or the worker and keeps it running. The terminal shows its warnings and errors briefly; its log has
 * everything.
 */
async function keepServiceRunning(
  run: StackRun,
  name: 'api' | 'worker',
  { env, port, signal }: { env: NodeJS.ProcessEnv; port: number; signal: AbortSignal },
): Promise<void> {
  let lastShown: string | undefined;
  const onLine = (line: string): void => {
    const brief = briefLine(line);
    // Repeated messages while a server is down would hide everything else.
    if (brief === undefined || brief === lastShown) return;
    lastShown = brief;
    run.say(name, brief);
  };
  const { logFile } = run.partSettings(name);
  const start = (signal: AbortSignal) => startServiceProcess(name, { env, logFile, port, onLine, signal });
  await run.keepRunning({ name, start }, signal);
}
