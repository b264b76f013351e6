import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { SetupProblem } from '../setup-problem.ts';

/** A port, and the variable that sets it. */
export type PortChoice = {
  port: number;
  variable: string;
  /** Whether another port may be used if this one is taken: not if the user chose it or has to type it. */
  flexible: boolean;
};

export type PortName =
  'api' | 'apiMetrics' | 'workerMetrics' | 'echo' | 'bridge' | 'temporal' | 'temporalUi' | 'mongodb';

export type StackOptions = {
  /** Starts without the data of earlier runs. */
  fresh: boolean;
  /** Runs an API and a worker apart instead of the service in one process. */
  apart: boolean;
  /** Contains data, logs and stack.json. */
  devDir: string;
  env: NodeJS.ProcessEnv;
} & Record<PortName, PortChoice>;

export const help = `Usage: ./temporal-dev.sh [--fresh] [--apart]

Starts Temporal, MongoDB, the service and a demo workspace, and stays in the foreground until Ctrl-C.

  --fresh            start without the data of earlier runs
  --apart            run the API and the worker as two processes

Settings, from the environment:
  PORT               port of the API (8080)
  DEV_DIR            directory for data, logs and stack.json (.dev)
  TEMPORAL_ADDRESS   use the Temporal there instead of starting one
  TEMPORAL_UI_PORT   port of Temporal's web UI (8233)
  MONGODB_URI        use the MongoDB there, a replica set of version 8 or later, instead of starting one
  TEMPORAL_PORT, MONGODB_PORT, METRICS_PORT, WORKER_METRICS_PORT, ECHO_PORT, BRIDGE_PORT
                     ports that are otherwise 7233, 27017, 9464, 9465, 8081 and 8082, or free ones when those are in
                     use
  VOICE_PROVIDER     local speaks with espeak-ng and recognizes English, without an account (none)
All that the service reads, ANTHROPIC_API_KEY and the like, is passed on to it.`;

/**
 * Reads the command line and the environment.
 * @throws SetupProblem for an unknown option or a variable that is not a port
 */
export function readStackOptions(
  args: string[],
  env: NodeJS.ProcessEnv,
  root: string,
): StackOptions | 'help' {
  const given = readArguments(args);
  if (given.help) return 'help';
  return {
    fresh: given.fresh,
    apart: given.apart,
    devDir: env['DEV_DIR'] ? resolve(env['DEV_DIR']) : join(root, '.dev'),
    api: port('PORT', 8080, false),
    apiMetrics: port('METRICS_PORT', 9464, true),
    workerMetrics: port('WORKER_METRICS_PORT', 9465, true),
    echo: port('ECHO_PORT', 8081, true),
    bridge: port('BRIDGE_PORT', 8082, true),
    temporal: port('TEMPORAL_PORT', 7233, true),
    temporalUi: port('TEMPORAL_UI_PORT', 8233, false),
    mongodb: port('MONGODB_PORT', 27017, true),
    env,
  };

  function port(variable: string, usual: number, flexible: boolean): PortChoice {
    const text = env[variable];
    if (!text) return { port: usual, variable, flexible };
    const number = Number(text);
    if (!Number.isInteger(number) || number < 1 || number > 65_535) {
      throw new SetupProblem(`${variable} must be a port number from 1 to 65535, but is "${text}".`);
    }
    return { port: number, variable, flexible: false };
  }
}

function readArguments(args: string[]): { fresh: boolean; apart: boolean; help: boolean } {
  try {
    const { values } = parseArgs({
      args,
      options: {
        fresh: { type: 'boolean', default: false },
        apart: { type: 'boolean', default: false },
        help: { type: 'boolean', short: 'h', default: false },
      },
    });
    return values;
  } catch (error) {
    throw new SetupProblem(
      `${(error as Error).message.split('. ')[0]}: ./temporal-dev.sh takes --fresh, --apart and --help.`,
    );
  }
}
