import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';

interface Chunk {
  file: string;
  css?: string[];
  imports?: string[];
}

const dist = join(import.meta.dirname, '../../console/dist');
const limitBytes = 300_000;
/** The text in Latin script, which every page needs. It is compressed already. */
const font = /^inter-latin-wght-normal/;

/** The files that are needed before `chunk` can run. */
function filesOf(manifest: Record<string, Chunk>, name: string, seen = new Set<string>()): Set<string> {
  const chunk = manifest[name];
  if (chunk === undefined) throw new Error(`the manifest has no ${name}`);
  for (const file of [chunk.file, ...(chunk.css ?? [])]) seen.add(file);
  for (const imported of chunk.imports ?? []) {
    if (!seen.has(manifest[imported]?.file ?? '')) filesOf(manifest, imported, seen);
  }
  return seen;
}

it.each(['src/pages/sign-in/sign-in-page.tsx', 'src/pages/playground/playground-page.tsx'])(
  '[console.first-load] what the browser loads to show %s is under 300 KB compressed',
  (page) => {
    const manifest = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8')) as Record<
      string,
      Chunk
    >;
    const files = new Set([...filesOf(manifest, 'index.html'), ...filesOf(manifest, page)]);
    const fonts = Object.values(manifest).filter(({ file }) => font.test(file.replace('assets/', '')));
    expect(fonts).toHaveLength(1);
    const sizes = [...files].map((file) => gzipSync(readFileSync(join(dist, file))).length);
    const all =
      sizes.reduce((sum, size) => sum + size, 0) + readFileSync(join(dist, fonts[0]?.file ?? '')).length;
    expect(all).toBeLessThan(limitBytes);
  },
);
