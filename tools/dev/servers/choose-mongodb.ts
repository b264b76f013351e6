import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { quickMongodb } from './quick-mongodb.ts';
import {
  type Binary,
  existingBinary,
  readyBinary,
  type ResolveContext,
  resolveBinary,
} from './resolve-binary.ts';
import { type MongodbKind, mongodbSources } from './resolve-mongodb.ts';

/** A server to start, and its kind. */
export interface ChosenMongodb {
  binary: Binary;
  kind: MongodbKind;
}

/**
 * The server for some data: the best one that there is. If that had to be built first and `quickly` is set, it is the
 * quick stand-in, which from then on keeps these data, because the others cannot read its files.
 * @throws SetupProblem if there is none and no way to get one
 */
export async function chooseMongodb(
  { dataDir, quickly = false }: { dataDir: string; quickly?: boolean | undefined },
  context: ResolveContext,
): Promise<ChosenMongodb> {
  const quick = async (): Promise<ChosenMongodb> => ({
    binary: await quickMongodb(context),
    kind: 'quick-stand-in',
  });
  const hasData = (kind: MongodbKind) => existsSync(join(dataDir, kind));
  if (quickly && hasData('quick-stand-in') && !hasData('stand-in') && !hasData('mongod')) {
    return await quick();
  }
  const ready = await readyBinary(mongodbSources, context);
  if (ready !== undefined) return { binary: ready.binary, kind: ready.from.kind };
  if (quickly) {
    try {
      return await quick();
    } catch (error) {
      if (context.signal?.aborted) throw error;
      context.log(`${(error as Error).message} Going on without it.`);
    }
  }
  const { binary, from } = await resolveBinary(mongodbSources, context);
  return { binary, kind: from.kind };
}

/**
 * For a stack whose data a quick stand-in keeps: builds the faster one for the next start with new data. It takes only time
 * that the cores have left.
 */
export async function buildForNextStart(
  dataDir: string,
  { env, log, signal }: ResolveContext,
): Promise<void> {
  if (!existsSync(join(dataDir, 'quick-stand-in'))) return;
  const quietly = { env, signal, log: () => {}, inBackground: true };
  try {
    if ((await existingBinary(mongodbSources, quietly)) === undefined) {
      log('building a stand-in that is twice as fast in the background');
      await resolveBinary(mongodbSources, quietly);
    }
    log('a faster stand-in is there: ./temporal-dev.sh --fresh starts it, without the data of this one');
  } catch (error) {
    if (!signal?.aborted) log(`the faster stand-in was not built: ${(error as Error).message}`);
  }
}
