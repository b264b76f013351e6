import { globSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

/** Best would take more than twice the time of a build, for two percent. */
const brotliQuality = 10;

/**
 * Writes a `.br` and a `.gz` beside each text file of a built application. Fonts are compressed already. Browsers take
 * Brotli over https and on this machine, and gzip everywhere.
 */
export async function compressFiles(directory: string): Promise<void> {
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
