/** How citations are read from the source of tests. */

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { citationsIn, citedIds, collectCitations } from './citations.ts';

const idsIn = (source: string) => citationsIn(source, 'x.test.ts').map(({ id }) => id);

describe('a title', () => {
  it('cites the ids in brackets', () => {
    expect(citedIds('[a.b] [c.d-e.f] lists')).toEqual(['a.b', 'c.d-e.f']);
    expect(citedIds('lists threads [a.b]')).toEqual(['a.b']);
  });

  it('keeps what is malformed at its beginning, so that the check can refuse it', () => {
    expect(citedIds('[A.b][] [${}] lists')).toEqual(['A.b', '', '${}']);
  });

  it('may hold other brackets further on', () => {
    expect(citedIds('reads items[0] and [1, 2] and []')).toEqual([]);
  });
});

describe('the source of a test file', () => {
  it('cites in describe, it and test, with any quotes', () => {
    expect(idsIn(`describe('[a.a] x', () => { it("[a.b] y", f); test(\`[a.c] \${z}\`, f); });`)).toEqual([
      'a.a',
      'a.b',
      'a.c',
    ]);
  });

  it('cites in tables, conditions and concatenations', () => {
    expect(idsIn(`it.each<{ x: string }>([{ x: '[no.table]' }])('[a.a] $x', f);`)).toEqual(['a.a']);
    expect(idsIn("test.each`x\n${'[no.table]'}`('[a.b] $x', f);")).toEqual(['a.b']);
    expect(idsIn(`it.skipIf(process.platform === 'win32').for([1])('[a.c] %d', f);`)).toEqual(['a.c']);
    expect(idsIn(`it('[a.d] one ' + 'two', f);`)).toEqual(['a.d']);
  });

  it('does not cite in comments, other strings, other functions or regular expressions', () => {
    expect(
      idsIn(`// it('[a.a] x', f)\nconst s = "it('[a.b] x', f)"; log('[a.c] x'); /[)'"]/.test('[a.d]');`),
    ).toEqual([]);
  });

  it('does not cite in a test that does not run', () => {
    expect(
      idsIn(`it.skip('[a.a] x', f); it.todo('[a.b] y'); describe.skip('z', () => { it('[a.c] x', f); });`),
    ).toEqual([]);
  });
});

describe('the collection', () => {
  it('reads the test files of every folder but that of the requirements, and names them', () => {
    const directory = mkdtempSync(join(tmpdir(), 'citations-'));
    try {
      for (const [folder, id] of [
        ['unit/deep', 'a.b'],
        ['requirements', 'c.d'],
      ] as const) {
        mkdirSync(join(directory, folder), { recursive: true });
        writeFileSync(join(directory, folder, 'x.test.ts'), `it('[${id}] x', f);`);
        writeFileSync(join(directory, folder, 'x.ts'), `it('[e.f] x', f);`);
      }
      expect(collectCitations(directory)).toEqual([{ id: 'a.b', file: 'test/unit/deep/x.test.ts' }]);
    } finally {
      rmSync(directory, { recursive: true });
    }
  });
});
