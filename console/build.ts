import { hash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { buildReference } from './build-reference.ts';

/** Best would take more than twice the time of a build, for two percent. */
const brotliQuality = 10;

const directory = import.meta.dirname;
const dist = join(directory, 'dist');
const stampFile = join(dist, '.stamp');

/** A stamp of the console's sources: its files, and the versions of its libraries. */
function sourcesStamp(): string {
  const own = globSync('**/*.{ts,tsx,css,html,js,svg,json}', {
    cwd: directory,
    exclude: ['dist/**', 'node_modules/**'],
  });
  const folders = ['clients/react/src', 'clients/typescript/src', 'contract'];
  const shared = globSync(
    folders.map((folder) => `../${folder}/**/*.{ts,tsx}`),
    { cwd: directory },
  );
  const files = [...own, ...shared].toSorted();
  const contents = [join(directory, '../package-lock.json'), ...files.map((file) => join(directory, file))];
  return hash('sha256', contents.map((file) => `${file}\0${readFileSync(file, 'utf8')}`).join('\0'));
}

function readStamp(): string | undefined {
  try {
    return readFileSync(stampFile, 'utf8');
  } catch {
    return undefined;
  }
}

/** Builds `console/dist`, unless it is what the sources say. Takes about four seconds. */
async function buildConsole(): Promise<void> {
  const stamp = sourcesStamp();
  if (readStamp() === stamp) return;
  const started = performance.now();
  // Elsewhere first, so that nobody is served a half-built app, and two builds at once do not meet.
  const workshop = join(directory, `../.dev/console-${process.pid}`);
  mkdirSync(workshop, { recursive: true });
  try {
    const { build } = await import('vite');
    const outDir = join(workshop, 'new');
    await build({
      configFile: join(directory, 'vite.config.ts'),
      logLevel: 'error',
      build: { outDir, emptyOutDir: true },
    });
    buildReference(join(outDir, 'reference'));
    await compressFiles(outDir);
    writeFileSync(join(outDir, '.stamp'), stamp);
    if (existsSync(dist)) renameSync(dist, join(workshop, 'old'));
    renameSync(outDir, dist);
  } finally {
    rmSync(workshop, { recursive: true, force: true });
  }
  console.error(`install: built the console in ${((performance.now() - started) / 1000).toFixed(1)} s`);
}

/**
 * Writes a `.br` and a `.gz` beside each text file of a built application. Fonts are compressed already. Browsers take
 * Brotli over https and on this machine, and gzip everywhere.
 */
async function compressFiles(directory: string): Promise<void> {
  const files = globSync('**/*.{js,css,html,svg}', { cwd: directory });
  await Promise.all(files.map(async (file) => await compressFile(join(directory, file))));
}

async function compressFile(file: string): Promise<void> {
  const content = await readFile(file);
  const params = { [constants.BROTLI_PARAM_QUALITY]: brotliQuality };
  const [brotli, gzipped] = await Promise.all([
    promisify(brotliCompress)(content, { params }),
    promisify(gzip)(content, { level: constants.Z_BEST_COMPRESSION }),
  ]);
  await Promise.all([writeFile(`${file}.br`, brotli), writeFile(`${file}.gz`, gzipped)]);
}

// Whatever the caller's environment says, tests for example, React is built for production.
process.env['NODE_ENV'] = 'production';
await buildConsole();
