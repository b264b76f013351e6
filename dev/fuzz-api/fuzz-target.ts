import { randomBytes } from 'node:crypto';
import { startEchoHost } from '../echo-host.ts';
import { seed } from '../seed.ts';
import { findOnPath } from '../servers/find-on-path.ts';
import { startServiceStack } from '../service/service-stack.ts';

/** A service to fuzz, with the demo workspace in it. */
export interface FuzzTarget {
  baseUrl: string;
  apiKey: string;
  agentId: string;
}

/**
 * Starts servers, API and worker, in separate processes as in production.
 * @param directory for logs and data
 */
export async function startFuzzTarget(ends: AsyncDisposableStack, directory: string): Promise<FuzzTarget> {
  const echoHost = ends.adopt(await startEchoHost(0), async (host) => await host.stop());
  const { api, env } = await startServiceStack(ends, {
    name: 'fuzz',
    directory,
    env: {
      // Agents of this class can be published, but no provider answers for them.
      MODEL_STANDARD: 'openai-compatible:none',
      OPENAI_BASE_URL: 'http://127.0.0.1:9',
      // Without its program, voice is unavailable, which schemathesis.toml allows for.
      VOICE_PROVIDER: (await findOnPath('espeak-ng', process.env)) === undefined ? 'none' : 'local',
      LOG_LEVEL: 'error',
    },
  });
  const { api_key, agent_id } = await seed({
    mongodbUri: env.MONGODB_URI,
    database: env.MONGODB_DATABASE,
    encryptionKeys: env.ENCRYPTION_KEYS,
    apiKey: `sk_${randomBytes(32).toString('base64url')}`,
    signingSecret: randomBytes(32).toString('base64url'),
    echoHostUrl: echoHost.url,
  });
  return { baseUrl: api.url, apiKey: api_key, agentId: agent_id };
}
