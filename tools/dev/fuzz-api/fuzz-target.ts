import { findOnPath } from '../servers/find-on-path.ts';
import { startDemoService } from '../service/demo-service.ts';

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
  const { urls, demo } = await startDemoService(ends, {
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
  return { baseUrl: urls.api, apiKey: demo.api_key, agentId: demo.agent_id };
}
