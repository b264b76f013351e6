import { expect, it } from 'vitest';
import { reasonOf } from '#contract/words/reason.ts';

it('[gate.reason] a reason has at most 500 characters in one line, of which those that cannot be seen are written out', () => {
  expect(reasonOf(' The user\n\nasked\u200B. ')).toBe('The user asked[U+200B].');
  expect(reasonOf('x'.repeat(500))).toBe('x'.repeat(500));
  expect(reasonOf('x'.repeat(501))).toBe(`${'x'.repeat(470)}… 31 more characters`);
  const longest = reasonOf('\u200B'.repeat(512 * 1024)) ?? '';
  expect(longest.length).toBeLessThanOrEqual(500);
  expect(longest).toMatch(/^(?:\[U\+200B\])+… 524,230 more characters$/);
  expect(reasonOf(' \n')).toBeUndefined();
});
