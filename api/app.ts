import Koa from 'koa';
import { ServiceError } from '#contract/errors.ts';
import { endpoints } from './endpoints.ts';
import { answerErrors } from './middleware/answer-errors.ts';
import { identifyRequest, type RequestState } from './middleware/identify-request.ts';
import { mountEndpoints, refuseMethod } from './mount.ts';
import { answerProbes } from './probes.ts';
import { answerReference } from './reference.ts';
import type { Services } from './services.ts';

/**
 * The HTTP API.
 * @param stopping aborts when the server is to stop: requests that wait are then answered as things are
 */
export function createApp(services: Services, stopping: AbortSignal): Koa<RequestState> {
  const app = new Koa<RequestState>();
  app.use(identifyRequest(services.log, stopping));
  app.use(answerErrors());
  app.use(answerProbes(services));
  app.use(answerReference());
  app.use(mountEndpoints(endpoints, services).routes());
  app.use(refuseMethod(endpoints));
  app.use(() => {
    throw new ServiceError('not_found', 'There is nothing at this path.');
  });
  // Errors are answered and logged above; what comes here is a connection that broke.
  app.on('error', (error: unknown) => services.log.debug({ err: error }, 'connection broke'));
  return app;
}
