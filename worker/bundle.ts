import { createHash } from 'node:crypto';
import { globSync } from 'node:fs';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundleWorkflowCode, type DefaultLogger } from '@temporalio/worker';

const root = fileURLToPath(new URL('..', import.meta.url));

/** The files that determine the bundle. */
const sources = ['workflows/**/*.ts', 'contract/**/*.ts', 'worker/bundle.ts'];

/**
 * The workflow code in one file. Bundling takes seconds, so the file is cached under the hash of its sources, and a
 * worker that finds it starts at once.
 * @returns the path of the bundle
 */
export async function workflowBundle(logger: InstanceType<typeof DefaultLogger>): Promise<string> {
  const folder = join(root, 'node_modules', '.cache', 'heddle');
  const path = join(folder, `workflows-${await workflowCodeHash()}.js`);
  if (await exists(path)) return path;
  const workflowsPath = join(root, 'workflows', 'index.ts');
  const { code } = await bundleWorkflowCode({
    workflowsPath,
    workflowInterceptorModules: [join(root, 'workflows', 'close-as-cancelled.ts')],
    // Loaded once for each thread, and not for each workflow. No module of workflow code may have a state of its own.
    preloadModules: [workflowsPath],
    logger,
  });
  await mkdir(folder, { recursive: true });
  // If two workers start at once, each writes its own file, and it does not matter which one is renamed last.
  const draft = `${path}.${process.pid}`;
  await writeFile(draft, code);
  await rename(draft, path);
  return path;
}

/** Identifies the workflow code: the same for the same code, on every machine. */
export async function workflowCodeHash(): Promise<string> {
  const hash = createHash('sha256');
  hash.update(await readFile(join(root, 'package-lock.json')));
  const files = globSync(sources, { cwd: root });
  for (const file of files.toSorted()) hash.update(file).update(await readFile(join(root, file)));
  return hash.digest('hex').slice(0, 32);
}

async function exists(path: string): Promise<boolean> {
  try {
    await readFile(path);
    return true;
  } catch {
    return false;
  }
}
