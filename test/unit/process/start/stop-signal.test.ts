import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { waitUntil } from '#tools/dev/processes/wait-until.ts';

const path = fileURLToPath(new URL('../../../../process/start/stop-signal.ts', import.meta.url));

/** A process that prints when it receives a signal, and then continues working. */
async function start({ isFirst = false } = {}): Promise<ChildProcess> {
  const code = `
    ${isFirst ? 'process.kill = () => true;' : ''}
    const { stopSignal } = await import(${JSON.stringify(path)});
    stopSignal().addEventListener('abort', () => console.log('stopping'));
    setInterval(() => {}, 1000);
    console.log('works');`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', code]);
  await once(child.stdout, 'data');
  return child;
}

/** Signals it until it ends. */
async function toldUntilItEnds(child: ChildProcess): Promise<unknown[]> {
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  if (child.stdout !== null) await once(child.stdout, 'data');
  let isOver = false;
  void ended.then(() => (isOver = true));
  const toldAgain = async () => await Promise.resolve(isOver || !child.kill('SIGTERM'));
  await waitUntil(toldAgain, { timeoutMs: 60_000, everyMs: 100, what: 'the process ends' });
  return await ended;
}

it('[worker.stop.twice] the second signal to stop ends a process as if it handled none', async () => {
  expect(await toldUntilItEnds(await start())).toEqual([null, 'SIGTERM']);
});

it('[worker.stop.twice] the second signal ends the first process of a container, to which the default action of a signal does not apply', async () => {
  expect(await toldUntilItEnds(await start({ isFirst: true }))).toEqual([143, null]);
});
