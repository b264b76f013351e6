import { anyOf, crossSum, crossSums, crossSumsOf, digitAt, products, type Rule, toNextTen } from './rules.ts';

/** Rules that are not a sum of weighted digits modulo 10 or 11, by the names that the Bundesbank gives their methods. */

/** Cross sums of the customer number less 1, modulo 11: method 17, and method C1 for the whole account. */
export function lessOne(from: number, to: number, check: number): Rule {
  return (account) => {
    const rightWeight = (to - from) % 2 === 0 ? [1, 2] : [2, 1];
    const rest = (crossSumsOf(account, rightWeight, { from, to }) + 10) % 11;
    return digitAt(account, check) === (rest === 0 ? 0 : 10 - rest);
  };
}

/** 16: if the check digit has two digits, it repeats the digit before it. */
export const method16: Rule = (account) => {
  const rest = sumOf(account, [2, 3, 4, 5, 6, 7]) % 11;
  return digitAt(account, 10) === (rest === 1 ? digitAt(account, 9) : (11 - rest) % 11);
};

/** 21: cross sums until one digit is left. */
export const method21: Rule = (account) => {
  let sum = crossSumsOf(account, [2, 1]);
  while (sum > 9) sum = crossSum(sum);
  return digitAt(account, 10) === (10 - sum) % 10;
};

/** 22: only the last digits of the products. */
export const method22: Rule = (account) => {
  const sum = products(account, [3, 1], {}).reduce((total, product) => total + (product % 10), 0);
  return digitAt(account, 10) === toNextTen(sum);
};

/** 24: weights begin at the first digit that is not zero. */
export const method24: Rule = (account) => {
  const relevant = account
    .slice(0, 9)
    .replace(/^[3-6]/, '0')
    .replace(/^9../, '000')
    .replace(/^0+/, '');
  const sum = Array.from(relevant).reduce((total, digit, index) => {
    const weight = (index % 3) + 1;
    return total + ((Number(digit) * weight + weight) % 11);
  }, 0);
  return digitAt(account, 10) === sum % 10;
};

/** 25: a check digit of two digits is 0, in the business areas 8 and 9 only. */
export const method25: Rule = (account) => {
  const rest = sumOf(account, [2, 3, 4, 5, 6, 7, 8, 9], 2) % 11;
  if (rest === 1) return digitAt(account, 10) === 0 && /^.[89]/.test(account);
  return digitAt(account, 10) === (11 - rest) % 11;
};

const transformed = ['0159374826', '0176983254', '0184629573', '0123456789'];

/** 29: iterated transformation (M10H). */
export const method29: Rule = (account) => {
  const sum = Array.from(account.slice(0, 9))
    .toReversed()
    .reduce((total, digit, index) => total + Number(transformed[index % 4]?.[Number(digit)]), 0);
  return digitAt(account, 10) === toNextTen(sum);
};

/** 31: the rest itself is the check digit. */
export const method31: Rule = (account) =>
  digitAt(account, 10) === sumOf(account, [9, 8, 7, 6, 5, 4, 3, 2, 1]) % 11;

/** 56: only accounts that begin with 9 have a check digit for a result of two digits. */
export const method56: Rule = (account) => {
  const result = 11 - (sumOf(account, [2, 3, 4, 5, 6, 7]) % 11);
  if (result < 10) return digitAt(account, 10) === result;
  return account.startsWith('9') && digitAt(account, 10) === result - 3;
};

/** 61 and 65: accounts of a kind include the kind and the sub-account in their check. */
export function withKind(kind: number): Rule {
  return (account) => {
    const base = account.slice(0, 7);
    const counted = digitAt(account, 9) === kind ? base + account.slice(8) : base;
    const sum = crossSumsOf(counted, [2, 1]);
    return digitAt(account, 8) === toNextTen(sum);
  };
}

/** 68: by the length of the account, which has no zeros before it. */
export const method68: Rule = (account) => {
  if (account[0] !== '0') return account[3] === '9' && crossSums([2, 1], { from: 4 })(account);
  if (account.startsWith('04') || account.startsWith('00000')) return undefined;
  const skipped = `${account.slice(0, 2)}00${account.slice(4)}`;
  return crossSums([2, 1])(account) || crossSums([2, 1])(skipped);
};

/** 71: a check digit of two digits is 1. */
export const method71: Rule = (account) => {
  const rest = sumOf(account, [1, 2, 3, 4, 5, 6], 2, 7) % 11;
  return digitAt(account, 10) === (rest < 2 ? rest : 11 - rest);
};

/** 74: accounts of six digits may also have what is missing to a multiple of five. */
export const method74: Rule = (account) => {
  const halfTen: Rule = () => (digitAt(account, 10) + crossSumsOf(account, [2, 1])) % 5 === 0;
  return anyOf(crossSums([2, 1]), /^0000[1-9]/.test(account) ? halfTen : () => false)(account);
};

/** 75: the customer number is at another place by the length of the account. */
export const method75: Rule = (account) => {
  const from = account.startsWith('09') ? 3 : /^0[1-8]/.test(account) ? 2 : 5;
  return crossSums([2, 1], { from, to: from + 4, check: from + 5 })(account);
};

/** 76: the rest itself is the check digit, and kinds of accounts are 0, 4 and 6 to 9. */
export const method76: Rule = (account) =>
  /^[046-9]/.test(account) && digitAt(account, 8) === sumOf(account, [2, 3, 4, 5, 6, 7], 2, 7) % 11;

/** D7: the last digit of the sum is the check digit. */
export const methodD7: Rule = (account) => digitAt(account, 10) === crossSumsOf(account, [2, 1]) % 10;

function sumOf(account: string, weights: readonly number[], from = 1, to = 9): number {
  return products(account, weights, { from, to }).reduce((total, product) => total + product, 0);
}
