import { buildMongodbStandIn, standInVersion } from './build-mongodb.ts';
import { download } from './download.ts';
import { mongodVersion } from './mongod-version.ts';
import { tooOldMongod } from './too-old-mongod.ts';
import { type Binary, type BinarySource, resolveBinary } from './resolve-binary.ts';
import type { ResolveContext } from './resolve-context.ts';

/** MongoDB itself, or a program that speaks its protocol. Their arguments and data files differ. */
export type MongodbKind = 'mongod' | 'stand-in';
export type MongodbSource = BinarySource & { kind: MongodbKind };

/** The sources of MongoDB, in this order. */
export const mongodbSources: MongodbSource[] = [
  { kind: 'mongod', from: 'path', program: 'mongod', unfit: tooOldMongod },
  {
    kind: 'mongod',
    from: 'download',
    cachedAs: `mongod-${mongodVersion}`,
    make: download('MongoDB', 'fastdl.mongodb.org', 'download-mongodb.ts'),
  },
  { kind: 'stand-in', from: 'build', cachedAs: `secantusd-rs-${standInVersion}`, make: buildMongodbStandIn },
];

/**
 * Finds a MongoDB, or gets one.
 * @throws SetupProblem if there is none and no way to get one.
 */
export async function resolveMongodb(context: ResolveContext): Promise<Binary & { kind: MongodbKind }> {
  const { binary, from } = await resolveBinary(mongodbSources, context);
  return { ...binary, kind: from.kind };
}
