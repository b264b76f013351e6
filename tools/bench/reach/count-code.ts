/**
 * Preloaded into a process of the service: writes which functions ran since the last time, on SIGUSR2, to the file that
 * `REACH_FILE` names.
 */
import { renameSync, writeFileSync } from 'node:fs';
import { type Profiler, Session } from 'node:inspector';
import { isMainThread } from 'node:worker_threads';

const file = process.env['REACH_FILE'];
if (isMainThread && file !== undefined) {
  const session = new Session();
  session.connect();
  session.post('Profiler.enable');
  session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  process.on('SIGUSR2', () => {
    session.post(
      'Profiler.takePreciseCoverage',
      (_error: Error | null, { result }: Profiler.TakePreciseCoverageReturnType) => {
        const own = result.filter(({ url }) => url.startsWith('file:') && !url.includes('/node_modules/'));
        writeFileSync(`${file}.new`, JSON.stringify(own));
        renameSync(`${file}.new`, file);
      },
    );
  });
}
