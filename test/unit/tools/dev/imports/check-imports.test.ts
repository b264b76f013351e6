import { describe, expect, it } from 'vitest';
import { checkImports } from '#tools/dev/imports/check-imports.ts';

const rules = {
  folders: {
    contract: '',
    'engine/rules': 'contract',
    'engine/loop': 'type:engine/rules',
    store: 'contract engine/rules',
    'api/.': 'store contract/codes.ts',
    'api/http': 'contract',
    dev: '*',
    test: '*',
  },
  packages: { contract: 'zod', store: 'mongodb node:', 'api/.': 'type:koa', test: '*' },
  withoutCircles: ['store'],
};
const check = (files: Record<string, string>, folders: Record<string, string> = rules.folders) =>
  checkImports(new Map(Object.entries(files)), { ...rules, folders }, new Map([['#store/', 'store/']]));

describe('the check of imports', () => {
  it.each([
    ['store/a/x.ts', `import { y } from '../y.ts';`],
    [
      'api/x.ts',
      `export { y } from '#store/a/y.ts'; await import('../contract/codes.ts'); import type Koa from 'koa';`,
    ],
    ['engine/loop/x.ts', `import type { Y } from '../rules/y.ts'; export type * from '../rules/z.ts';`],
    ['store/x.ts', `import 'mongodb/lib/x'; import 'node:fs';`],
    ['test/x.ts', `import 'vitest'; import '../api/x.ts'; import '../dev/x.ts';`],
  ])('allows what the lines of a folder name: %s: %s', (path, text) => {
    expect(check({ [path]: text })).toEqual([]);
  });

  it.each([
    ['new/x.ts', '', 'the table of imports has no line for this folder.'],
    ['engine/new/x.ts', '', 'the table of imports has no line for this folder.'],
    ['api/new/x.ts', '', 'the table of imports has no line for this folder.'],
    ['api/http/x.ts', `import '#store/y.ts';`, 'api/http/ may import nothing of store/y.ts.'],
    ['contract/x.ts', `import '#store/y.ts';`, 'contract/ may import nothing of store/y.ts.'],
    ['api/x.ts', `await import('../contract/y.ts');`, 'api/ may import nothing of contract/y.ts.'],
    ['api/x.ts', `import 'mongodb';`, 'api/ may import nothing of mongodb.'],
    [
      'engine/loop/x.ts',
      `import { type Y } from '../rules/y.ts';`,
      'engine/loop/ may import only types of engine/rules/y.ts.',
    ],
    ['api/x.ts', `export * from 'koa';`, 'api/ may import only types of koa.'],
    ['dev/x.ts', `import '../test/y.ts';`, 'dev/ may import nothing of test/y.ts.'],
  ])('refuses what no line names: %s: %s', (path, text, problem) => {
    expect(check({ [path]: text })).toEqual([`${path}: ${problem}`]);
  });

  it('refuses a line that names a folder below it', () => {
    const problems = check({}, { ...rules.folders, contract: 'type:api/.' });
    expect(problems).toEqual(['The line of contract/ names api/., which does not stand above it.']);
  });

  it('refuses subfolders that import each other in a circle', () => {
    const files = {
      'store/a/x.ts': `import '../b/y.ts';`,
      'store/b/y.ts': `import type { Z } from '../c/z.ts';`,
    };
    expect(
      check({ ...files, 'store/root.ts': `import './a/x.ts';`, 'store/c/w.ts': `import '../root.ts';` }),
    ).toEqual([]);
    expect(check({ ...files, 'store/c/w.ts': `import '../a/x.ts';` })).toEqual([
      'store/ has a circle: store/a/x.ts imports store/b/y.ts, store/b/y.ts imports store/c/z.ts, store/c/w.ts imports store/a/x.ts.',
    ]);
  });

  it('refuses files that import each other in a circle, even types, except tools and tests', () => {
    const files = { 'x.ts': `import './y.ts';`, 'y.ts': `import type { X } from './x.ts';` };
    const under = (folder: string) =>
      Object.fromEntries(Object.entries(files).map(([name, text]) => [`${folder}/${name}`, text]));
    expect(check(under('api'))).toEqual([
      'Files import each other: api/x.ts imports api/y.ts, api/y.ts imports api/x.ts.',
    ]);
    expect(check(under('test'))).toEqual([]);
  });
});
