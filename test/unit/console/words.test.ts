import { expect, it } from 'vitest';
import { auditTypes } from '#contract/audit-types.ts';
import { moneyText } from '#heddle-react/money-text.ts';
import { wordsOf } from '#console/text/words-of.ts';
import { sortedBy } from '#console/ui/sorted-by.ts';

it('[console.words] a code is written in words', () => {
  expect(wordsOf('approval_policy.published')).toBe('Approval policy published');
  expect(wordsOf('api_key')).toBe('API key');
  expect(wordsOf('mcp_grant.revoked')).toBe('MCP grant revoked');
  expect(auditTypes.filter((type) => /[._]|^[a-z]/.test(wordsOf(type)))).toEqual([]);
});

it.each([
  ['1250.5', 'EUR', 'EUR 1,250.50'],
  ['1250', 'JPY', 'JPY 1,250'],
  ['1.5', 'KWD', 'KWD 1.500'],
  ['-3', 'USD', '-USD 3.00'],
])('[console.money] %s %s is written as its currency is', (amount, currency, text) => {
  expect(moneyText(amount, currency)).toBe(text);
});

it('[console.money] no digit of an amount is rounded or lost, and what is none stays as it is', () => {
  expect(moneyText('1250.125', 'JPY')).toBe('JPY 1,250.125');
  expect(moneyText('12345678901234567890.1234567', 'EUR')).toBe('EUR 12,345,678,901,234,567,890.1234567');
  expect(moneyText('1e3', 'EUR')).toBe('1e3 EUR');
  expect(moneyText('much', 'EUR')).toBe('much EUR');
  expect(moneyText('5', 'eur')).toBe('5 eur');
  expect(moneyText('5', undefined)).toBe('5');
  expect(moneyText(undefined, 'EUR')).toBe('EUR');
  expect(moneyText('9'.repeat(10_000), 'EUR')).toHaveLength(10_004);
});

it('[console.sorting] rows are sorted by size or alphabet, with what is absent last in both directions', () => {
  const rows = [{ value: 10 }, { value: undefined }, { value: 9 }, { value: 100 }];
  const sorted = (direction: 'ascending' | 'descending') =>
    sortedBy(rows, ({ value }) => value, direction).map(({ value }) => value);
  expect(sorted('ascending')).toEqual([9, 10, 100, undefined]);
  expect(sorted('descending')).toEqual([100, 10, 9, undefined]);
  const names = ['item 10', 'Item 9', 'äpfel', ''];
  expect(sortedBy(names, (name) => name, 'ascending')).toEqual(['äpfel', 'Item 9', 'item 10', '']);
});
