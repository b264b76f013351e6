/**
 * `node download-temporal.ts DIRECTORY`: has Temporal's SDK download its dev server and leaves it as
 * DIRECTORY/program. The SDK knows the right archive for this machine; it starts the server too, which is a test of it.
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

// The SDK chooses the name; it is the only file there.
const [name] = await readdir(downloadDir);
if (name === undefined) throw new Error('the SDK downloaded nothing');
await rename(join(downloadDir, name), join(directory, 'program'));
