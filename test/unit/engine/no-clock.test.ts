import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { clockReads } from '../../support/clock-reads.ts';

// Imports, globals and randomness are the linter's (.oxlintrc.json); it cannot tell `new Date()` from `new Date(0)`.
const root = join(import.meta.dirname, '../../..');
const rules = globSync('engine/rules/**/*.ts', { cwd: root });
const workflow = globSync('workflows/run/**/*.ts', { cwd: root });

describe('the rules and the workflow of a run', () => {
  it('are there to be looked at', () => {
    expect(rules).toContain('engine/rules/advance.ts');
    expect(workflow).toContain('workflows/run/run.ts');
  });

  it.each(rules)('have no clock of their own: %s', (file) => {
    expect(clockReads(readFileSync(join(root, file), 'utf8'), file)).toEqual([]);
  });

  // Temporal's SDK repeats it in a replay. The simulation supplies it, and no other clock.
  it.each(workflow)('have no clock but the time of the workflow task: %s', (file) => {
    const reads = clockReads(readFileSync(join(root, file), 'utf8'), file);
    expect(reads.filter((read) => read !== 'Date.now')).toEqual([]);
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
