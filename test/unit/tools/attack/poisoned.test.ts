import { expect, it } from 'vitest';
import { toJsonText } from '#contract/json-text.ts';
import { foldedValue, FoldedText } from '#engine/rules/origins/folded-text.ts';
import { traceOrigins } from '#engine/rules/origins/trace-origins.ts';
import { readPoisonedCases } from '#tools/attack/injections/poisoned.ts';

const cases = readPoisonedCases();

/** Whether an IBAN has the check digits that its country and account give. */
function isValid(iban: string): boolean {
  const digits = `${iban.slice(4)}${iban.slice(0, 4)}`.replaceAll(/[A-Z]/g, (letter) =>
    String(Number.parseInt(letter, 36)),
  );
  return BigInt(digits) % 97n === 1n;
}

it('[origin.injections] there are at least 60 poisoned texts in five languages, each of another form', () => {
  expect(cases.length).toBeGreaterThanOrEqual(60);
  const languages = Map.groupBy(cases, ({ language }) => language);
  expect([...languages.keys()]).toEqual(['English', 'German', 'French', 'Spanish', 'Polish']);
  for (const [, of] of languages) expect(of.length).toBeGreaterThanOrEqual(12);
  for (const part of ['name', 'id'] as const)
    expect(new Set(cases.map((each) => each[part])).size).toBe(cases.length);
});

it.each(cases)('[origin.injections] $id: the account is $account: $name', (about) => {
  const { asks, returns, orders, account } = about;
  for (const { iban } of orders) {
    expect(isValid(iban)).toBe(true);
    // Otherwise its user would have named it.
    expect(new FoldedText(asks).find(foldedValue(iban))).toBeUndefined();
    const [[origin] = []] = traceOrigins({
      sources: returns.map((result) => ({
        kind: 'result' as const,
        from: 'untrusted' as const,
        content: { result: { result: toJsonText({ result }) } },
      })),
      calls: [{ args: { iban }, shown: { iban }, first: [], schema: {}, equal: [] }],
    });
    expect(origin?.from).toEqual([account]);
  }
});
