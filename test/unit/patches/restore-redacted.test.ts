import { expect, it } from 'vitest';
import { PlaceholderError, restoreRedacted } from '#patches/restore-redacted.ts';

const patch = { redact: { args: ['/pin', '/lines/*/iban', '/to/*'] } };
const stored = {
  amount: 5,
  pin: '1234',
  lines: [{ iban: 'DE1', for: 'rent' }, { iban: 'DE2' }],
  to: { bo: 'x', mia: 'y' },
};
const hidden = '[redacted]';
const shown = {
  amount: 5,
  pin: hidden,
  lines: [{ iban: hidden, for: 'rent' }, { iban: hidden }],
  to: { bo: hidden, mia: hidden },
};

it('[gate.revise.redacted] takes the stored values where placeholders were left as they were shown', () => {
  expect(restoreRedacted(patch, { ...shown, amount: 6 }, stored)).toEqual({ ...stored, amount: 6 });
  const fewer = { ...shown, to: { mia: hidden } };
  expect(restoreRedacted(patch, fewer, stored)).toEqual({ ...stored, to: { mia: 'y' } });
});

it('[gate.revise.redacted] takes new values in the place of hidden ones', () => {
  const lines = [{ iban: 'DE3' }];
  expect(restoreRedacted(patch, { ...shown, pin: '99', lines }, stored)).toEqual({
    ...stored,
    pin: '99',
    lines,
  });
});

it.each([
  ['a list that is not as it was shown', { ...shown, lines: [{ iban: hidden }] }],
  ['a list in another order', { ...shown, lines: shown.lines.toReversed() }],
  ['a member that is new', { ...shown, to: { eve: hidden } }],
])('[gate.revise.redacted] refuses a placeholder in %s', (_, args) => {
  expect(() => restoreRedacted(patch, args, stored)).toThrow(PlaceholderError);
});

it('[gate.revise.redacted] leaves the text alone where nothing is hidden', () => {
  expect(restoreRedacted(patch, { note: hidden }, stored)).toEqual({ note: hidden });
});
