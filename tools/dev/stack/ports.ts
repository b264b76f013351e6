import getPort from 'get-port';
import { SetupProblem } from '../setup-problem.ts';
import type { PortChoice, PortName, StackOptions } from './options.ts';
import type { Say } from './say.ts';

/** The ports that this run uses. */
export type StackPorts = Record<PortName, number>;

/**
 * Chooses all ports before anything starts.
 * @throws SetupProblem that names the port and the variable, if a fixed one is in use
 */
export async function settlePorts(options: StackOptions, say: Say): Promise<StackPorts> {
  const ownTemporal = !options.env['TEMPORAL_ADDRESS'];
  const ownMongodb = !options.env['MONGODB_URI'];
  const settle = async (user: string, choice: PortChoice, instead = ''): Promise<number> => {
    const port = await getPort({ port: choice.port });
    if (port !== choice.port) {
      if (!choice.flexible) throw inUse(user, choice, instead);
      say('ports', `${choice.port} is in use: ${port} is for ${user} (${choice.variable} sets it)`);
    }
    return port;
  };
  return {
    api: await settle('the API', options.api),
    temporalUi: ownTemporal ? await settle('Temporal’s web UI', options.temporalUi) : options.temporalUi.port,
    temporal: ownTemporal
      ? await settle(
          'Temporal',
          options.temporal,
          ', or TEMPORAL_ADDRESS to use the Temporal that runs there',
        )
      : options.temporal.port,
    mongodb: ownMongodb
      ? await settle('MongoDB', options.mongodb, ', or MONGODB_URI to use the MongoDB that runs there')
      : options.mongodb.port,
    apiMetrics: await settle('the API’s metrics', options.apiMetrics),
    workerMetrics: options.apart
      ? await settle('the worker’s metrics', options.workerMetrics)
      : options.workerMetrics.port,
    echo: await settle('the echo host', options.echo),
    bridge: await settle('the demo login bridge', options.bridge),
  };
}

function inUse(user: string, { port, variable }: PortChoice, instead: string): SetupProblem {
  return new SetupProblem(
    `Port ${port} is in use, and ${user} needs it: set ${variable} to a free port${instead}.`,
  );
}
