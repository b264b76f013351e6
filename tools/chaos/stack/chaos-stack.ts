import { toMicrocredits } from '#contract/credits.ts';
import { startServiceStack } from '#tools/dev/service/service-stack.ts';
import { createWorkspace } from '#store/credentials/workspaces.ts';
import { type FaultWindow, type Layout, layouts, type PartName, type ServicePart } from '../faults/fault.ts';
import { Part } from './part.ts';

/** The whole service, on servers of its own. */
export interface ChaosStack {
  parts: ReadonlyMap<PartName, Part>;
  apiUrls: string[];
  temporalAddress: string;
  /** Where everything is stored. */
  database: { uri: string; database: string };
  /** Key of a workspace that nothing else uses. */
  apiKey: string;
}

export interface ChaosStackOptions {
  layout: Layout;
  /** The directory of logs and data. */
  directory: string;
  /** A provider of voice that is compatible with OpenAI. */
  voiceUrl: string;
  say: (line: string) => void;
  onFault: (window: FaultWindow) => void;
}

/** More than any load costs. */
const credits = 1_000_000;

const environment = {
  LOG_LEVEL: 'info',
  RATE_LIMIT_PER_MINUTE: '100000000',
  VOICE_PROVIDER: 'openai',
  /** A key whose process has died is free again within the time of a run of chaos. */
  IDEMPOTENCY_LEASE_SECONDS: '10',
  /** The next sweep finds what a restored Temporal has lost. */
  RECONCILE_SECONDS: '1',
  /** All nine retries come within a minute and a half. */
  WEBHOOK_RETRY_SCALE: '0.0003',
};

/**
 * Starts everything on loopback and free ports.
 * @param ends receives what stops everything
 * @throws {SetupProblem} if a part cannot be started
 */
export async function startChaosStack(
  ends: AsyncDisposableStack,
  { layout, directory, voiceUrl, say, onFault }: ChaosStackOptions,
): Promise<ChaosStack> {
  const apis = {
    apart: ['api-1', 'api-2'] as const,
    together: ['service-1', 'service-2'] as const,
  }[layout];
  const { parts, urls, temporal, database, db } = await startServiceStack<ServicePart, Part>(ends, {
    name: 'chaos',
    directory,
    services: layouts[layout],
    ownServers: true,
    log: () => undefined,
    env: ({ urls }) => ({
      HOME: process.env['HOME'],
      ...environment,
      // One address for both, so that the tokens of MCP clients are for either.
      BASE_URL: urls[apis[0]],
      OPENAI_BASE_URL: `${voiceUrl}/v1`,
    }),
    keep: async ({ name, dataDir, start }) => {
      // A MongoDB that is restored would have lost what it acknowledged.
      const data = name === 'temporal' && dataDir !== undefined ? { dataDir } : {};
      const part = new Part({ name, start, onFault, say, ...data });
      await part.start();
      return part;
    },
  });
  const { api_key } = await createWorkspace(db, { name: 'Chaos', credits: toMicrocredits(credits) });
  return {
    parts,
    apiUrls: apis.map((name) => urls[name]),
    temporalAddress: temporal,
    database,
    apiKey: api_key,
  };
}
