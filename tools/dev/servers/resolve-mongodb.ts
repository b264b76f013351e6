import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { build } from './build.ts';
import { download } from './download.ts';
import type { BinarySource } from './resolve-binary.ts';

/** The version of MongoDB that is downloaded if the network allows it. */
export const mongodVersion = '8.2.6';
/**
 * The stand-in for MongoDB: a beta version under GPL-2.0, which runs beside the project in development and tests and is
 * never part of it.
 */
const standInVersion = '0.5.3-beta.196';
const oldestMajor = 8;

/** MongoDB itself, or a program that speaks its protocol: in Rust, or in Python. Their arguments and data files differ. */
export type MongodbKind = 'mongod' | 'stand-in' | 'quick-stand-in';

/** The sources of MongoDB, in this order. */
export const mongodbSources: (BinarySource & { kind: MongodbKind })[] = [
  { kind: 'mongod', from: 'path', program: 'mongod', unfit: tooOldMongod },
  {
    kind: 'mongod',
    from: 'download',
    cachedAs: `mongod-${mongodVersion}`,
    make: download('MongoDB', 'fastdl.mongodb.org', 'download-mongodb.ts'),
  },
  {
    kind: 'stand-in',
    from: 'build',
    cachedAs: `secantusd-rs-${standInVersion}`,
    // A server that speaks MongoDB's protocol over WiredTiger.
    make: build({
      what: 'the MongoDB stand-in',
      toolchain: 'cargo',
      missing:
        'There is no MongoDB here, none could be downloaded, and there is no Rust to build a stand-in with',
      otherWays: 'install MongoDB (https://www.mongodb.com/docs/manual/installation/) or set MONGODB_URI',
      args: (directory) => {
        const pinned = ['secantus-mdb', '--version', standInVersion, '--ignore-rust-version', '--locked'];
        return ['install', ...pinned, '--root', directory, '--target-dir', join(directory, 'target')];
      },
      // Two thirds of the build time of the crate's own profile, and hardly slower at run time.
      env: () => ({
        CARGO_PROFILE_RELEASE_LTO: 'off',
        CARGO_PROFILE_RELEASE_CODEGEN_UNITS: '16',
        CARGO_PROFILE_RELEASE_OPT_LEVEL: '2',
        CARGO_TERM_COLOR: 'never',
      }),
      steps: { called: 'crates', tells: (line) => /^\s*Compiling /.test(line) },
      program: 'bin/secantusd-rs',
      logName: 'build-mongodb.log',
    }),
  },
];

/** Why this mongod cannot be used, or undefined if it can: store/ needs a command of MongoDB 8.0. */
async function tooOldMongod(path: string): Promise<string | undefined> {
  try {
    const { stdout } = await promisify(execFile)(path, ['--version'], { timeout: 10_000 });
    const version = /db version v(\d+)\.\S+/.exec(stdout);
    if (version === null) return 'it does not tell its version';
    const [words, major] = version;
    return Number(major) < oldestMajor ? `${words} is older than v${oldestMajor}.0` : undefined;
  } catch (error) {
    return `it does not run (${(error as Error).message.trim()})`;
  }
}
