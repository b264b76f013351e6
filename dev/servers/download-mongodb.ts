/**
 * `node download-mongodb.ts DIRECTORY`: has mongodb-memory-server download the mongod for this machine, leaves it as
 * DIRECTORY/program, and runs it once to see whether the libraries that it needs are here.
 */
import { execFileSync } from 'node:child_process';
import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { mongodVersion } from './resolve-mongodb.ts';

const directory = process.argv[2];
if (directory === undefined) throw new Error('give the directory to download to');

// Else it takes what is in other caches, and a move from there would take it away from others.
process.env['MONGOMS_PREFER_GLOBAL_PATH'] = 'false';
process.env['MONGOMS_DOWNLOAD_DIR'] = directory;
const { MongoBinary } = await import('mongodb-memory-server-core');
const downloaded = await MongoBinary.getPath({ version: mongodVersion, downloadDir: directory });
execFileSync(downloaded, ['--version'], { stdio: 'inherit' });
await rename(downloaded, join(directory, 'program'));
