import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { demoModel } from './demo-model.ts';
import type { Say } from './say.ts';

/**
 * Asks each model once, if the user has mapped a class to one or set a key, and says what works. Nothing waits for it, and it
 * fails nothing.
 */
export async function checkModels(
  root: string,
  env: NodeJS.ProcessEnv,
  say: Say,
  signal: AbortSignal,
): Promise<void> {
  const model = demoModel(env);
  if (model === undefined) return;
  try {
    const child = spawn(process.execPath, [join(root, 'process/admin/main.ts'), 'models', 'check'], {
      env: { ...env, ...model.env },
      stdio: ['ignore', 'pipe', 'pipe'],
      signal,
    });
    child.on('error', () => undefined);
    const closed = once(child, 'close');
    for (const output of [child.stdout, child.stderr]) {
      createInterface({ input: output }).on('line', (line) => say('models', inWords(line)));
    }
    await closed;
  } catch (error) {
    if (!signal.aborted) say('models', `could not be checked: ${String(error)}`);
  }
}

/** A line of the command for a person. */
function inWords(line: string): string {
  if (!line.startsWith('{')) return line;
  const { model_class, model, works, code, advice, provider_words } = JSON.parse(line) as Record<
    string,
    unknown
  >;
  const name = `${String(model)} (${String(model_class)})`;
  if (works === true) return `${name} answers`;
  const said = typeof provider_words === 'string' ? ` It says: ${provider_words}` : '';
  return `${name} does not work: ${String(code)}. ${String(advice)}${said}`;
}
