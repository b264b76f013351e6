import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { clockReads } from '../../support/clock-reads.ts';

// Imports, globals and randomness are the linter's (.oxlintrc.json); it cannot tell `new Date()` from `new Date(0)`.
const root = join(import.meta.dirname, '../../..');
const files = globSync(['engine/rules/**/*.ts', 'workflows/run/**/*.ts'], { cwd: root }).filter(
  (file) => file !== 'workflows/run/workflow.ts',
);

describe('the rules and the loop of a run', () => {
  it('are there to be looked at', () => {
    expect(files).toEqual(expect.arrayContaining(['engine/rules/advance.ts', 'workflows/run/run-loop.ts']));
  });

  it.each(files)('have no clock of their own: %s', (file) => {
    expect(clockReads(readFileSync(join(root, file), 'utf8'), file)).toEqual([]);
  });
});

describe('a look for clocks', () => {
  it.each(['new Date()', 'new Date', 'Date()', 'Date(0)', 'Date.now'])('finds %s', (read) => {
    expect(clockReads(`const at = { started: ${read} };`)).toEqual([read]);
  });

  it.each(['new Date(0)', 'new Date(now.getTime() + 1)', 'now.toISOString()', 'Date.parse(text)'])(
    'leaves %s alone',
    (code) => {
      expect(clockReads(`const at = ${code}; // new Date()`)).toEqual([]);
    },
  );
});
