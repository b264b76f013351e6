import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { toMicrocredits } from '#contract/credits.ts';
import { startEchoHost } from '#tools/dev/echo-host.ts';
import type { LoopbackServer } from '#tools/dev/loopback-server.ts';
import { freePort } from '#tools/dev/servers/free-port.ts';
import { startServiceProcess } from '#tools/dev/service/service-process.ts';
import { startOneOfEach } from '#tools/dev/service/service-stack.ts';
import { insertLink } from '#store/console/links.ts';
import { newSecret } from '#store/console/sessions.ts';
import { createWorkspace } from '#store/credentials/workspaces.ts';
import { type ObeyingModel, startObeyingModel } from '../injections/obeying-model.ts';
import { Tenant } from '../tenant.ts';
import { type LoopHolds, measuringHolds, readLoopHolds } from './loop-holds.ts';

/** The service as it is deployed, to be attacked through its API. */
export interface AttackStack {
  /** The address of the API. */
  baseUrl: string;
  /** A customer's host that answers every request with what it received. */
  echoHost: LoopbackServer;
  /** The model of the class `fast`. */
  model: ObeyingModel;
  /** A new workspace and its API key. */
  newTenant(options?: { credits?: number }): Promise<Tenant>;
  /** A one-time link to the tenant's console: its code. */
  newConsoleLink(tenant: Tenant): Promise<string>;
  /** Starts another API process on the same data, with other settings. */
  startApi(env: NodeJS.ProcessEnv): Promise<{ url: string; stop(): Promise<void> }>;
  /** Stops MongoDB's threads for as long as some work takes. */
  whileStoreIsFrozen<Result>(work: () => Promise<Result>): Promise<Result>;
  /** How the event loops were held since the last call. */
  loopHolds(): Promise<{ api: LoopHolds; worker: LoopHolds }>;
  /** Whether the API and its servers answer. */
  answers(): Promise<boolean>;
  /** The last lines of every log. */
  endsOfLogs(): Promise<string>;
  stop(): Promise<void>;
}

const linkValidMs = 600_000;
const answerMs = 30_000;
const lastLines = 20;
/** More than any attack costs. */
const credits = 1_000_000;

/**
 * Starts servers, API, worker and a customer's host on loopback and free ports.
 * @param directory for logs and data
 * @throws {SetupProblem} if a part cannot be started; nothing is then left running
 */
export async function startAttackStack(directory: string): Promise<AttackStack> {
  await using started = new AsyncDisposableStack();
  const echoHost = started.adopt(await startEchoHost(0), async (host) => await host.stop());
  const model = started.adopt(await startObeyingModel(), async (provider) => await provider.stop());
  const holdsPorts = { api: await freePort(), worker: await freePort() };
  const { urls, parts, db, env, logFile } = await startOneOfEach(started, {
    name: 'attack',
    directory,
    // Uploads and texts are refused before its programs are needed, which may be missing.
    apiEnv: { VOICE_PROVIDER: 'local', ...measuringHolds(holdsPorts.api) },
    env: {
      MODEL_FAST: 'openai-compatible:obeying',
      OPENAI_BASE_URL: model.url,
      ...measuringHolds(holdsPorts.worker),
    },
  });
  const ends = started.move();
  return {
    baseUrl: urls.api,
    echoHost,
    model,
    newTenant: async (options = {}) => {
      const { api_key, workspace } = await createWorkspace(db, {
        name: 'attack',
        credits: toMicrocredits(options.credits ?? credits),
      });
      return new Tenant(urls.api, workspace._id, api_key);
    },
    newConsoleLink: async ({ workspaceId }) => {
      const code = newSecret();
      await insertLink(db, { workspace_id: workspaceId }, code, { now: new Date(), validMs: linkValidMs });
      return code;
    },
    startApi: async (settings) =>
      await startServiceProcess('api', {
        env: { ...env, NODE_OPTIONS: '', ...settings },
        logFile: logFile('api-2'),
      }),
    whileStoreIsFrozen: async (work) => {
      const mongodb = parts.get('mongodb');
      if (mongodb === undefined) throw new Error('only a MongoDB of this run can be frozen');
      process.kill(mongodb.pid, 'SIGSTOP');
      try {
        return await work();
      } finally {
        process.kill(mongodb.pid, 'SIGCONT');
      }
    },
    loopHolds: async () => ({
      api: await readLoopHolds(holdsPorts.api),
      worker: await readLoopHolds(holdsPorts.worker),
    }),
    answers: async () => {
      const ready = await fetch(`${urls.api}/readyz`, { signal: AbortSignal.timeout(answerMs) }).catch(
        () => undefined,
      );
      return ready?.ok === true;
    },
    endsOfLogs: async () => {
      const logs = (await readdir(directory)).filter((name) => name.endsWith('.log'));
      return (await Promise.all(logs.map(async (name) => await endOfLog(join(directory, name))))).join('\n');
    },
    stop: async () => await ends.disposeAsync(),
  };
}

async function endOfLog(file: string): Promise<string> {
  const lines = (await readFile(file, 'utf8')).trimEnd().split('\n');
  return [`== the end of ${basename(file)}`, ...lines.slice(-lastLines)].join('\n');
}
