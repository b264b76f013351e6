/**
 * `node download-temporal.ts DIRECTORY`: downloads the dev server with Temporal's SDK to DIRECTORY/program. The SDK
 * knows the right archive for this machine. It also starts the server, which tests it.
 */
import { mkdir, readdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { TestWorkflowEnvironment } from '@temporalio/testing';
import { temporalVersion } from './resolve-temporal.ts';

const directory = process.argv[2];
if (directory === undefined) throw new Error('give the directory to download to');
const downloadDir = join(directory, 'download');
await mkdir(downloadDir);

const environment = await TestWorkflowEnvironment.createLocal({
  server: { executable: { type: 'cached-download', downloadDir, version: `v${temporalVersion}` } },
});
await environment.teardown();

// The SDK chooses the name of the only file there.
const [name] = await readdir(downloadDir);
if (name === undefined) throw new Error('the SDK downloaded nothing');
await rename(join(downloadDir, name), join(directory, 'program'));
