import { createServer, type Server } from 'node:http';
import { ServiceError } from '#contract/errors.ts';
import { collectDefaultMetrics, Registry } from 'prom-client';

/** Metrics of this process, including Node's own. */
export function createMetrics(service: string): Registry {
  const registry = new Registry();
  registry.setDefaultLabels({ service });
  collectDefaultMetrics({ register: registry });
  return registry;
}

export interface OperationsOptions {
  /** The address to listen on, and on no other. */
  host: string;
  port: number;
  metrics: Registry;
  /** Metrics from elsewhere, as Prometheus text, with other names. Default: none. */
  furtherMetrics?: () => Promise<string>;
  /** Resolves if the process can do its work, and rejects otherwise. */
  ready: () => Promise<void>;
}

/** Serves `/metrics` (Prometheus), `/healthz` and `/readyz` on a port that must not be public. */
export async function startOperationsServer(options: OperationsOptions): Promise<Server> {
  const { host, port, metrics, furtherMetrics, ready } = options;
  const server = createServer((request, response) => {
    const answer = async (): Promise<[status: number, type: string, body: string]> => {
      switch (request.url) {
        case '/metrics':
          return [200, metrics.contentType, (await metrics.metrics()) + ((await furtherMetrics?.()) ?? '')];
        case '/healthz':
          return [200, 'text/plain', 'ok\n'];
        case '/readyz':
          return await ready().then(
            () => [200, 'text/plain', 'ok\n'],
            (reason: unknown) => [503, 'text/plain', `not ready${whyOf(reason)}\n`],
          );
        default:
          return [404, 'text/plain', 'not found\n'];
      }
    };
    void answer()
      .catch((): [number, string, string] => [500, 'text/plain', 'not readable\n'])
      .then(([status, type, body]) => response.writeHead(status, { 'content-type': type }).end(body));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  return server;
}

/** The reason without details that are not public. Errors of drivers name addresses. */
function whyOf(reason: unknown): string {
  return reason instanceof ServiceError ? `: ${reason.message}` : '';
}
