/** `./temporal-dev.sh`: runs everything in the foreground until Ctrl-C or SIGTERM. */
import { once } from 'node:events';
import { join } from 'node:path';
import { SetupProblem } from './setup-problem.ts';
import { checkModels } from './stack/check-models.ts';
import { help, readStackOptions } from './stack/options.ts';
import { runStack } from './stack/run-stack.ts';
import { say } from './stack/say.ts';
import type { StackRun } from './stack/stack-run.ts';
import { welcome } from './stack/welcome.ts';

const root = join(import.meta.dirname, '../..');

async function main(): Promise<void> {
  const options = readStackOptions(process.argv.slice(2), process.env, root);
  if (options === 'help') {
    console.log(help);
    return;
  }
  let run: StackRun | undefined;
  const stopped = onStopSignal(() => run?.kill());
  try {
    const stack = await runStack(options, {
      say,
      signal: stopped,
      onRun: (started) => (run = started),
    });
    console.log(
      welcome(stack.facts, join(options.devDir, 'stack.json'), options.env['DEV_DIR'] && options.devDir),
    );
    void checkModels(root, process.env, say, stopped);
    if (!stopped.aborted) await once(stopped, 'abort');
    await stack.stop();
  } catch (error) {
    if (!stopped.aborted) throw error;
  }
  say('stack', 'stopped');
}

/** Aborted by the first Ctrl-C, SIGTERM or hang-up. The second one ends everything at once. */
function onStopSignal(kill: () => void): AbortSignal {
  const stopping = new AbortController();
  const onSignal = (): void => {
    if (stopping.signal.aborted) {
      say('stack', 'killing everything');
      kill();
      process.exit(1);
    }
    say('stack', 'stopping; once more to kill everything at once');
    stopping.abort();
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal);
  // A closed terminal must not prevent an orderly stop.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
  return stopping.signal;
}

try {
  await main();
} catch (error) {
  console.error(error instanceof SetupProblem ? error.message : error);
  process.exitCode = 1;
}
