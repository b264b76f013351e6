import { inject } from 'vitest';
import { type MongodbProxy, startMongodbProxy } from './mongodb-proxy/mongodb-proxy.ts';
import { type Proxy, startProxy } from './proxy.ts';
import { type ServiceOptions, startServiceOn, type TestService } from './start-service.ts';

/** A service that reaches its servers through proxies, to cut it off from them and to make commands fail. */
export interface ProxiedService extends TestService {
  mongodb: MongodbProxy;
  temporalProxy: Proxy;
}

export async function startProxiedService(options: ServiceOptions = {}): Promise<ProxiedService> {
  const mongodbUri = new URL(inject('mongodbUri'));
  const temporalAddress = new URL(`http://${inject('temporalAddress')}`);
  const mongodb = await startMongodbProxy({ host: mongodbUri.hostname, port: Number(mongodbUri.port) });
  const temporal = await startProxy({ host: temporalAddress.hostname, port: Number(temporalAddress.port) });
  mongodbUri.host = `127.0.0.1:${mongodb.port}`;
  // As in production: the driver finds a replica set, and waits for its primary while there is none.
  mongodbUri.searchParams.delete('directConnection');
  // It asks a server again as soon as that says that it is no longer primary, because the proxy does not announce such
  // changes.
  mongodbUri.searchParams.set('serverMonitoringMode', 'poll');
  const service = await startServiceOn(
    { mongodbUri: mongodbUri.href, temporalAddress: `127.0.0.1:${temporal.port}` },
    // As in production, for where Temporal goes away.
    { temporalTimeoutMs: 5000, ...options },
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
