import { inject } from 'vitest';
import { type Proxy, startProxy } from './proxy.ts';
import { type ServiceOptions, startServiceOn, type TestService } from './start-service.ts';

/** A service that reaches its servers through proxies, to cut it off from them. */
export interface ProxiedService extends TestService {
  mongodb: Proxy;
  temporalProxy: Proxy;
}

export async function startProxiedService(options: ServiceOptions = {}): Promise<ProxiedService> {
  const mongodbUri = new URL(inject('mongodbUri'));
  const temporalAddress = new URL(`http://${inject('temporalAddress')}`);
  const mongodb = await startProxy({ host: mongodbUri.hostname, port: Number(mongodbUri.port) });
  const temporal = await startProxy({ host: temporalAddress.hostname, port: Number(temporalAddress.port) });
  mongodbUri.host = `127.0.0.1:${mongodb.port}`;
  // Else the driver would go past the proxy, to where the server says it is.
  mongodbUri.searchParams.delete('replicaSet');
  mongodbUri.searchParams.set('directConnection', 'true');
  const service = await startServiceOn(
    { mongodbUri: mongodbUri.href, temporalAddress: `127.0.0.1:${temporal.port}` },
    options,
  );
  return {
    ...service,
    mongodb,
    temporalProxy: temporal,
    stop: async () => {
      await Promise.all([mongodb.restore(), temporal.restore()]);
      await service.stop();
      await Promise.all([mongodb.cut(), temporal.cut()]);
    },
  };
}
