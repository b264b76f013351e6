import { readFileSync } from 'node:fs';

/** An instruction of a Dockerfile: `{ keyword: 'RUN', argument: 'npm ci' }`. */
export interface Instruction {
  keyword: string;
  argument: string;
}

/** Reads a Dockerfile without heredocs and parser directives: comments are left out, continued lines are joined. */
export function readDockerfile(path: string): Instruction[] {
  const text = readFileSync(path, 'utf8')
    .replaceAll(/^\s*#.*\n/gm, '')
    .replaceAll('\\\n', '');
  return text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const [, keyword = '', argument = ''] = /^(\S+)\s+(.*)$/.exec(line.trim()) ?? [];
      return { keyword: keyword.toUpperCase(), argument };
    });
}
