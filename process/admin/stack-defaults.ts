import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  type DatabaseEnvironment,
  EnvironmentError,
  parseBaseUrl,
  parseDatabaseEnvironment,
  parseTemporalEnvironment,
  type TemporalEnvironment,
} from '#process/config/environment.ts';

/**
 * The database of the command: that of MONGODB_URI or, without it, that of the development stack that runs here.
 * @throws {EnvironmentError} if there is neither
 */
export function databaseEnvironment(env: NodeJS.ProcessEnv): DatabaseEnvironment {
  const given = env['MONGODB_URI'] ?? runningStack(env)?.mongodb_uri;
  if (given === undefined || given === '') {
    throw new EnvironmentError(`MONGODB_URI is not set, and ${stackFile(env)} names no development stack`);
  }
  return parseDatabaseEnvironment({ ...env, MONGODB_URI: given });
}

/** The Temporal of the command: that of the development stack that runs here, if the database is; else of TEMPORAL_ADDRESS. */
export function temporalEnvironment(env: NodeJS.ProcessEnv): TemporalEnvironment {
  const stack = env['MONGODB_URI'] === undefined ? runningStack(env) : undefined;
  return parseTemporalEnvironment({
    ...env,
    TEMPORAL_ADDRESS: env['TEMPORAL_ADDRESS'] ?? stack?.temporal_address,
  });
}

/**
 * Where the console is: at BASE_URL or, if the command works on the development stack that runs here, at its address.
 * @throws {EnvironmentError} if that is not known
 */
export function consoleBaseUrl(env: NodeJS.ProcessEnv): string {
  const given = parseBaseUrl(env);
  if (given !== undefined) return given;
  const stack = env['MONGODB_URI'] === undefined ? runningStack(env) : undefined;
  if (stack === undefined) throw new EnvironmentError('BASE_URL is not set');
  return stack.base_url;
}

interface RunningStack {
  mongodb_uri: string;
  base_url: string;
  temporal_address: string;
}

function runningStack(env: NodeJS.ProcessEnv): RunningStack | undefined {
  try {
    return JSON.parse(readFileSync(stackFile(env), 'utf8')) as RunningStack;
  } catch {
    return undefined;
  }
}

function stackFile(env: NodeJS.ProcessEnv): string {
  return join(env['DEV_DIR'] ?? '.dev', 'stack.json');
}
