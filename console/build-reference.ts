import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const sources = join(import.meta.dirname, 'reference');
/** Its package exports neither its manifest nor its files for browsers. */
const scalar = join(dirname(fileURLToPath(import.meta.resolve('@scalar/api-reference'))), '..');
const font = fileURLToPath(
  import.meta.resolve('@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2'),
);

/**
 * Writes the page of the API reference: Scalar as its package has it for browsers, in a folder with its version in the name,
 * so that browsers may keep it, and what starts it.
 */
export function buildReference(directory: string): void {
  const { version } = JSON.parse(readFileSync(join(scalar, 'package.json'), 'utf8')) as { version: string };
  const library = join(scalar, 'dist/browser');
  mkdirSync(directory, { recursive: true });
  for (const name of ['standalone.esm.js', 'chunks']) {
    cpSync(join(library, name), join(directory, `lib-${version}`, name), {
      recursive: true,
      filter: (file) => !file.endsWith('.map'),
    });
  }
  for (const name of ['index.html', 'start.js', 'reference.css']) {
    const text = readFileSync(join(sources, name), 'utf8').replaceAll('%VERSION%', version);
    writeFileSync(join(directory, name), text);
  }
  cpSync(font, join(directory, 'figtree.woff2'));
}
