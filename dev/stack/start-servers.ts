import { join } from 'node:path';
import { startMongodb } from '../servers/start-mongodb.ts';
import { startTemporal } from '../servers/start-temporal.ts';
import { useMongodb } from '../servers/use-mongodb.ts';
import { useTemporal } from '../servers/use-temporal.ts';
import type { StackRun } from './stack-run.ts';

export type TemporalPart = { temporal_address: string; temporal_ui: string | null };
export type MongodbPart = { mongodb_uri: string };

/** An external Temporal, or one that is started here with its web UI and kept running. */
export async function temporalPart(run: StackRun, signal: AbortSignal): Promise<TemporalPart> {
  const { options, ports } = run;
  const { env, devDir } = options;
  const settings = { ...run.partSettings('temporal'), env };
  if (env['TEMPORAL_ADDRESS']) {
    const given = await useTemporal({ ...settings, signal });
    return { temporal_address: given.address, temporal_ui: null };
  }
  const part = await run.keepRunning(
    {
      name: 'temporal',
      start: (signal) =>
        startTemporal({
          ...settings,
          signal,
          port: ports.temporal,
          uiPort: ports.temporalUi,
          dataDir: join(devDir, 'data', 'temporal'),
        }),
    },
    signal,
  );
  return { temporal_address: part.current.address, temporal_ui: `http://127.0.0.1:${ports.temporalUi}` };
}

/** An external MongoDB, or one that is started here and kept running. */
export async function mongodbPart(run: StackRun, signal: AbortSignal): Promise<MongodbPart> {
  const { options, ports } = run;
  const { env, devDir } = options;
  const settings = { ...run.partSettings('mongodb'), env, dataDir: join(devDir, 'data', 'mongodb') };
  if (env['MONGODB_URI']) {
    const given = await useMongodb({ ...settings, signal });
    return { mongodb_uri: given.uri };
  }
  const part = await run.keepRunning(
    { name: 'mongodb', start: (signal) => startMongodb({ ...settings, signal, port: ports.mongodb }) },
    signal,
  );
  return { mongodb_uri: part.current.uri };
}
