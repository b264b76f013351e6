import { randomBytes } from 'node:crypto';
import { startEchoHost } from '../echo-host.ts';
import { seed } from '../seed.ts';
import { type ServiceStackOptions, startServiceStack } from './service-stack.ts';

/**
 * Starts a whole service, as {@link startServiceStack} does, with the demo workspace in it and the host that its agent
 * calls.
 * @throws {SetupProblem} if a part cannot be started
 */
export async function startDemoService(ends: AsyncDisposableStack, options: ServiceStackOptions) {
  const echoHost = ends.adopt(await startEchoHost(0), async (host) => await host.stop());
  const stack = await startServiceStack(ends, options);
  const demo = await seed({
    mongodbUri: stack.env.MONGODB_URI,
    database: stack.env.MONGODB_DATABASE,
    encryptionKeys: stack.env.ENCRYPTION_KEYS,
    apiKey: `sk_${randomBytes(32).toString('base64url')}`,
    signingSecret: randomBytes(32).toString('base64url'),
    echoHostUrl: echoHost.url,
  });
  return { ...stack, demo };
}
