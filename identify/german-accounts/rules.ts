/**
 * Whether an account of ten digits is possible. Undefined if its number has no check digit, or if the rule for it is not known,
 * so that nothing can be said.
 */
export type Rule = (account: string) => boolean | undefined;

/** The digits that are weighted, and the check digit, by their places from the left, counted from 1. */
export interface Places {
  from?: number;
  to?: number;
  check?: number;
}

/** The check digit for a weighted sum, or undefined if the account cannot exist. */
type CheckDigit = (sum: number, account: string) => number | undefined;

/** Weights of a rule, for the digits from right to left. They are repeated if there are more digits. */
export function weighted(weights: readonly number[], places: Places, checkDigit: CheckDigit): Rule {
  return (account) => {
    const sum = products(account, weights, places).reduce((total, product) => total + product, 0);
    return checkDigit(sum, account) === digitAt(account, places.check ?? 10);
  };
}

/** Modulo 10, with the cross sums of the products. The registry calls it 00. */
export function crossSums(weights: readonly number[], places: Places = {}, plus = 0): Rule {
  return (account) => {
    const sum = crossSumsOf(account, weights, places) + plus;
    return toNextTen(sum) === digitAt(account, places.check ?? 10);
  };
}

/** Modulo 10, with the products themselves, as in 01. */
export function plainTen(weights: readonly number[], places: Places = {}): Rule {
  return weighted(weights, places, toNextTen);
}

/** Modulo 11, as in 06: a check digit of two digits is 0, or another one as in 11. */
export function eleven(weights: readonly number[], places: Places = {}, forTen = 0): Rule {
  return weighted(weights, places, (sum) => {
    const digit = (11 - (sum % 11)) % 11;
    return digit === 10 ? forTen : digit;
  });
}

/** Modulo 11, as in 02: accounts whose check digit would have two digits are not issued. */
export function strictEleven(weights: readonly number[], places: Places = {}): Rule {
  return weighted(weights, places, (sum) => (sum % 11 === 1 ? undefined : (11 - (sum % 11)) % 11));
}

/** Modulo 7, of which the rest is taken from 7. */
export function seven(weights: readonly number[], places: Places = {}): Rule {
  return weighted(weights, places, (sum) => (7 - (sum % 7)) % 7);
}

/** Possible by any of the rules. Unknown if it is not, and one of them says nothing. */
export function anyOf(...rules: readonly Rule[]): Rule {
  return (account) => {
    const answers = rules.map((rule) => rule(account));
    return answers.includes(true) ? true : answers.includes(undefined) ? undefined : false;
  };
}

/** One rule for accounts that begin in a certain way, and another for all others. */
export function startsWith(pattern: RegExp, rule: Rule, otherwise: Rule): Rule {
  return (account) => (pattern.test(account) ? rule(account) : otherwise(account));
}

/** One rule for accounts in ranges, whose ends belong to them, and another for all others. */
export function within(ranges: readonly (readonly [number, number])[], rule: Rule, otherwise: Rule): Rule {
  return (account) => {
    const number = Number(account);
    return ranges.some(([from, to]) => number >= from && number <= to) ? rule(account) : otherwise(account);
  };
}

/** Accounts are also written without the zeros of a sub-account at the end. They begin with as many zeros then. */
export function withSubAccount(zeros: number, rule: Rule): Rule {
  const left = '0'.repeat(zeros);
  return anyOf(rule, (account) => account.startsWith(left) && rule(account.slice(zeros) + left));
}

/** The rule says nothing: accounts have no check digit, or nobody knows the rule. */
export const unchecked: Rule = () => undefined;
export const impossible: Rule = () => false;

/** The products of the digits from right to left. */
export function products(
  account: string,
  weights: readonly number[],
  { from = 1, to = 9 }: Places,
): number[] {
  return Array.from(account.slice(from - 1, to))
    .toReversed()
    .map((digit, index) => Number(digit) * (weights[index % weights.length] ?? 0));
}

export function crossSumsOf(account: string, weights: readonly number[], places: Places = {}): number {
  return products(account, weights, places).reduce((total, product) => total + crossSum(product), 0);
}

/** @param place counted from 1 */
export function digitAt(account: string, place: number): number {
  return Number(account[place - 1]);
}

export function crossSum(number: number): number {
  return Array.from(String(number)).reduce((sum, digit) => sum + Number(digit), 0);
}

/** The difference to the next multiple of ten. */
export function toNextTen(sum: number): number {
  return (10 - (sum % 10)) % 10;
}
