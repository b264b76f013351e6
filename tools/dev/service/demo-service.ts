import { randomBytes } from 'node:crypto';
import { startEchoHost } from '../echo-host.ts';
import { seed } from '../seed.ts';
import { startOneOfEach } from './service-stack.ts';

/**
 * Starts a whole service, as {@link startOneOfEach} does, with the demo workspace in it and the host that its agent
 * calls.
 * @throws {SetupProblem} if a part cannot be started
 */
export async function startDemoService(
  ends: AsyncDisposableStack,
  options: Parameters<typeof startOneOfEach>[1],
) {
  const echoHost = ends.adopt(await startEchoHost(0), async (host) => await host.stop());
  const stack = await startOneOfEach(ends, options);
  const demo = await seed({
    mongodbUri: stack.mongodb,
    database: stack.database.database,
    encryptionKeys: stack.encryptionKeys,
    apiKey: `sk_${randomBytes(32).toString('base64url')}`,
    signingSecret: randomBytes(32).toString('base64url'),
    echoHostUrl: echoHost.url,
  });
  echoHost.requireApprovals({
    jwks: `${stack.urls.api}/.well-known/jwks.json`,
    workspace: demo.workspace_id,
  });
  return { ...stack, demo };
}
