import { readFileSync } from 'node:fs';

/** The rows of a file beside this one, without its comments and its head. */
export function readTsv(name: string): string[][] {
  const lines = readFileSync(new URL(`./${name}`, import.meta.url), 'utf8')
    .trim()
    .split('\n');
  return lines
    .filter((line) => !line.startsWith('#'))
    .slice(1)
    .map((line) => line.split('\t'));
}
