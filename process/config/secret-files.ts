import { readFileSync } from 'node:fs';
import { EnvironmentError } from './environment.ts';

/** Variables whose values are secrets. Each may name a file instead: `ENCRYPTION_KEYS_FILE=/run/secrets/keys`. */
export const secretNames = [
  'MONGODB_URI',
  'ENCRYPTION_KEYS',
  'TEMPORAL_API_KEY',
  'MODEL_FAST_API_KEY',
  'MODEL_FAST_HEADERS',
  'MODEL_STANDARD_API_KEY',
  'MODEL_STANDARD_HEADERS',
  'MODEL_DEEP_API_KEY',
  'MODEL_DEEP_HEADERS',
  'ANTHROPIC_API_KEY',
  'OPENAI_API_KEY',
  'GOOGLE_API_KEY',
  'MISTRAL_API_KEY',
  'AWS_ACCESS_KEY_ID',
  'AWS_SECRET_ACCESS_KEY',
  'AWS_SESSION_TOKEN',
  'AWS_BEARER_TOKEN_BEDROCK',
  'ELEVENLABS_API_KEY',
  'PUSHER_SECRET',
] as const;

/**
 * The environment with the content of each file that a secret's `…_FILE` variable names, without the line break at its
 * end. An empty variable counts as not set.
 * @throws {EnvironmentError} naming each such variable whose file cannot be read, or whose secret is set as well
 */
export function withSecretFiles(variables: Readonly<NodeJS.ProcessEnv>): NodeJS.ProcessEnv {
  const read: NodeJS.ProcessEnv = { ...variables };
  const faults: string[] = [];
  for (const name of secretNames) {
    const path = variables[`${name}_FILE`];
    if (!path) continue;
    const content = contentOf(path);
    if (variables[name]) faults.push(`${name}_FILE: is set together with ${name}`);
    else if (content) read[name] = content;
    else faults.push(`${name}_FILE: must be the path of a file that can be read and is not empty`);
  }
  if (faults.length > 0) throw new EnvironmentError(faults.join('; '));
  return read;
}

/** Undefined if the file cannot be read. */
function contentOf(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8').replace(/\r?\n$/, '');
  } catch {
    return undefined;
  }
}
