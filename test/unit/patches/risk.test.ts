import { expect, it } from 'vitest';
import { effectiveRisk, lowersRisk } from '#patches/risk.ts';

it.each([
  ['low', undefined, 'low', false],
  ['low', 'low', 'low', false],
  ['low', 'critical', 'critical', false],
  ['medium', 'high', 'high', false],
  ['high', 'medium', 'high', true],
  ['critical', 'low', 'critical', true],
] as const)('a base of %s and an agent that says %s is %s', (base, risk, effective, lowers) => {
  expect(effectiveRisk(base, risk)).toBe(effective);
  expect(risk !== undefined && lowersRisk(base, risk)).toBe(lowers);
});
