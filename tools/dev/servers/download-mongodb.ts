/**
 * `node download-mongodb.ts DIRECTORY`: downloads the mongod for this machine with mongodb-memory-server to
 * DIRECTORY/program, and runs it once to check whether its libraries are available.
 */
import { execFileSync } from 'node:child_process';
import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { mongodVersion } from './resolve-mongodb.ts';

const directory = process.argv[2];
if (directory === undefined) throw new Error('give the directory to download to');

// Otherwise it uses files of other caches, which the move below would take away.
process.env['MONGOMS_PREFER_GLOBAL_PATH'] = 'false';
process.env['MONGOMS_DOWNLOAD_DIR'] = directory;
const { MongoBinary } = await import('mongodb-memory-server-core');
const downloaded = await MongoBinary.getPath({ version: mongodVersion, downloadDir: directory });
execFileSync(downloaded, ['--version'], { stdio: 'inherit' });
await rename(downloaded, join(directory, 'program'));
