import { expect, it } from 'vitest';
import { readOptions, UnusableOptions } from '#chaos/options.ts';

it('has a default for everything, and a new seed', () => {
  expect(readOptions([], () => 42)).toEqual({
    seed: 42,
    seconds: 120,
    clients: 20,
    quietSeconds: 90,
    faults: true,
    keep: false,
  });
});

it('takes what is given', () => {
  const args = [
    '--seed',
    '7',
    '--seconds',
    '600',
    '--clients',
    '3',
    '--quiet-seconds',
    '30',
    '--no-faults',
    '--keep',
  ];
  expect(readOptions(args, () => 42)).toEqual({
    seed: 7,
    seconds: 600,
    clients: 3,
    quietSeconds: 30,
    faults: false,
    keep: true,
  });
  expect(readOptions(['--help'], () => 42)).toBe('help');
});

it.each([
  [['--seed', 'x'], /--seed must be/],
  [['--seconds', '1'], /--seconds must be a whole number from 5/],
  [['--clients', '0'], /--clients/],
  [['--quiet-seconds', '1.5'], /--quiet-seconds/],
  [['--sed', '1'], /--sed/],
  [['more'], /more/],
])('refuses %j with a word on what is wrong', (args, words) => {
  expect(() => readOptions(args, () => 42)).toThrow(UnusableOptions);
  expect(() => readOptions(args, () => 42)).toThrow(words);
});
