import { startEchoHost } from '../echo-host.ts';
import type { seed } from '../seed.ts';
import { nodePart } from './node-part.ts';
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

/** What the stack runs, from the root of the checkout. */
export type StackProgram = {
  root: string;
  api: string;
  worker: string;
  seed: typeof seed;
};

/** A stack in which everything answers. */
export type RunningStack = {
  facts: Omit<StackFile, 'pids'>;
  /** Stops everything, in order. */
  stop(): Promise<void>;
};

/**
 * Starts the whole stack and writes stack.json when everything answers; what dies later is started again.
 * @param onRun gets the run as soon as there is one, for those who must end it at once
 * @throws when a part does not start or the signal is aborted; whatever was started has been stopped by then
 */
export async function runStack(
  options: StackOptions,
  program: StackProgram,
  { say, signal, onRun }: { say: Say; signal: AbortSignal; onRun?: (run: StackRun) => void },
): Promise<RunningStack> {
  const ends: (() => Promise<void>)[] = [];
  const stop = async (): Promise<void> => {
    for (let end = ends.pop(); end !== undefined; end = ends.pop()) await end();
  };
  try {
    ends.push(await openDevDir(options, { say, signal }));
    const ports = await settlePorts(options, say);
    const echo = await startEchoHost(ports.echo);
    ends.push(() => echo.stop());
    say('echo', `answers at ${echo.url}`);
    const run = new StackRun({ options, ports, say });
    ends.push(() => run.stop());
    onRun?.(run);
    const facts = await startParts(run, program, { echoHostUrl: echo.url, signal });
    run.announce(facts);
    return { facts, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function startParts(
  run: StackRun,
  { root, api, worker, seed }: StackProgram,
  { echoHostUrl, signal }: { echoHostUrl: string; signal: AbortSignal },
): Promise<Omit<StackFile, 'pids'>> {
  const { options, ports } = run;
  const secrets = devSecrets(options.devDir);
  const [temporal, mongodb] = await startTogether<[TemporalPart, MongodbPart]>(signal, [
    (signal) => temporalPart(run, signal),
    (signal) => mongodbPart(run, signal),
  ]);
  const service = serviceEnvironment({ options, ports, secrets, ...temporal, ...mongodb });
  const demo = await seed({
    mongodbUri: mongodb.mongodb_uri,
    database: service.database,
    encryptionKeys: service.encryptionKeys,
    apiKey: secrets.api_key,
    signingSecret: secrets.signing_secret,
    echoHostUrl,
    modelClass: service.modelClass,
  });
  run.say('stack', 'the demo workspace is there');
  const baseUrl = `http://127.0.0.1:${ports.api}`;
  const workerUrl = `http://127.0.0.1:${ports.workerMetrics}`;
  await startTogether(signal, [
    (signal) =>
      nodePart(
        run,
        { name: 'api', main: api, root, env: service.api, readyUrl: `${baseUrl}/readyz` },
        signal,
      ),
    (signal) =>
      nodePart(
        run,
        { name: 'worker', main: worker, root, env: service.worker, readyUrl: `${workerUrl}/readyz` },
        signal,
      ),
  ]);
  return { base_url: baseUrl, ...demo, ...temporal, ...mongodb };
}
