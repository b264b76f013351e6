import {
  anyOf,
  crossSums,
  eleven,
  impossible,
  plainTen,
  type Rule,
  seven,
  startsWith,
  strictEleven,
  unchecked,
  within,
  withSubAccount,
} from './rules.ts';
import {
  lessOne,
  method16,
  method21,
  method22,
  method24,
  method25,
  method29,
  method31,
  method56,
  method68,
  method71,
  method74,
  method75,
  method76,
  methodD7,
  withKind,
} from './special-rules.ts';

const to7 = [2, 3, 4, 5, 6, 7];
const to8 = [...to7, 8];
const to9 = [...to8, 9];
const to10 = [...to9, 10];
const doubling = [2, 4, 8, 5, 10, 9, 7, 3, 6];

const method00 = crossSums([2, 1]);
const method01 = plainTen([3, 7, 1]);
const method02 = strictEleven([...to9, 2]);
const method03 = plainTen([2, 1]);
const method04 = strictEleven(to7);
const method05 = plainTen([7, 3, 1]);
const method06 = eleven(to7);
const method07 = strictEleven(to10);
const method10 = eleven(to10);
const method17 = lessOne(2, 7, 8);
const method19 = eleven([...to9, 1]);
const method20 = eleven([...to9, 3]);
const method32 = eleven(to7, { from: 4 });
const method33 = eleven([2, 3, 4, 5, 6], { from: 5 });
const method58 = strictEleven([2, 3, 4, 5, 6], { from: 5 });
const method63 = startsWith(
  /^0/,
  anyOf(
    crossSums([2, 1], { from: 2, to: 7, check: 8 }),
    startsWith(/^000/, crossSums([2, 1], { from: 4 }), impossible),
  ),
  impossible,
);
const customer93 = (rule: typeof eleven | typeof seven) =>
  startsWith(/^0000/, rule([2, 3, 4, 5, 6], { from: 5 }), rule([2, 3, 4, 5, 6], { to: 5, check: 6 }));
const method93 = anyOf(customer93(eleven), customer93(seven));
const method95 = within(
  [
    [1, 1_999_999],
    [9_000_000, 25_999_999],
    [396_000_000, 499_999_999],
    [700_000_000, 799_999_999],
    [910_000_000, 989_999_999],
  ],
  unchecked,
  method06,
);
/** General ledger accounts have a 9 at the third place. */
const ledger51 = anyOf(eleven(to8, { from: 3 }), eleven(to10));

/**
 * The methods by which German banks compute the check digits of accounts, by the mark that the Bundesbank gives them in its
 * register of bank codes ("Prüfzifferberechnungsmethoden"). Those that no bank uses today are left out. So is 57, whose rules are
 * by ranges that have changed; 52 and 53 need the former bank code, so what C0 and B6 leave to them is unchecked.
 */
export const methods: Readonly<Record<string, Rule>> = {
  '00': method00,
  '01': method01,
  '03': method03,
  '05': method05,
  '06': method06,
  '08': within([[0, 59_999]], unchecked, method00),
  '10': method10,
  '11': eleven(to10, {}, 9),
  '13': withSubAccount(2, crossSums([2, 1], { from: 2, to: 7, check: 8 })),
  '16': method16,
  '17': method17,
  '18': plainTen([3, 9, 7, 1]),
  '19': method19,
  '20': method20,
  '21': method21,
  '22': method22,
  '24': method24,
  '25': method25,
  '26': (account) =>
    eleven(to7, { to: 7, check: 8 })(account.startsWith('00') ? `${account.slice(2)}00` : account),
  '27': startsWith(/^0/, method00, method29),
  '28': eleven(to8, { to: 7, check: 8 }),
  '29': method29,
  '30': plainTen([2, 1, 2, 1, 0, 0, 0, 0, 2]),
  '31': method31,
  '32': method32,
  '33': method33,
  '34': eleven(doubling.slice(0, 7), { to: 7, check: 8 }),
  '38': eleven(doubling.slice(0, 6), { from: 4 }),
  '40': eleven(doubling),
  '41': startsWith(/^...9/, crossSums([2, 1], { from: 4 }), method00),
  '42': eleven(to9, { from: 2 }),
  '43': plainTen([1, ...to9]),
  '44': startsWith(/^(9|....9)/, unchecked, eleven(doubling.slice(0, 5), { from: 5 })),
  '46': eleven(to7, { from: 3, to: 7, check: 8 }),
  '47': eleven(to7, { from: 4, to: 8, check: 9 }),
  '48': eleven(to7, { from: 3, to: 8, check: 9 }),
  '49': anyOf(method00, method01),
  // Accounts are known that lack only a part of the zeros.
  '50': anyOf(...[1, 2, 3].map((zeros) => withSubAccount(zeros, eleven(to7, { to: 6, check: 7 })))),
  '56': method56,
  '59': startsWith(/^00/, unchecked, method00),
  '60': crossSums([2, 1], { from: 3 }),
  '61': withKind(8),
  '63': method63,
  '64': eleven(doubling.slice(0, 6), { to: 6, check: 7 }),
  '65': withKind(9),
  '67': crossSums([2, 1], { to: 7, check: 8 }),
  '68': method68,
  '71': method71,
  '74': anyOf(method74, method04),
  '76': withSubAccount(2, method76),
  '78': startsWith(/^00[1-9]/, unchecked, method00),
  '88': startsWith(/^..9/, eleven(to8, { from: 3 }), method32),
  '91': anyOf(
    eleven(to7, { to: 6, check: 7 }),
    eleven(to7.toReversed(), { to: 6, check: 7 }),
    eleven([2, 3, 4, 0, 5, 6, 7, 8, 9, 10], { to: 10, check: 7 }),
    eleven(doubling.slice(0, 6), { to: 6, check: 7 }),
  ),
  '92': plainTen([3, 7, 1], { from: 4 }),
  '94': crossSums([1, 2]),
  '95': method95,
  '96': within([[1_300_000, 99_399_999]], unchecked, anyOf(method19, method00)),
  '98': anyOf(plainTen([3, 1, 7], { from: 3 }), method32),
  '99': within([[396_000_000, 499_999_999]], unchecked, method06),
  A2: anyOf(method00, method04),
  A3: anyOf(method00, method10),
  A4: startsWith(/^..99/, anyOf(method33, method93), anyOf(method32, seven(to7, { from: 4 }), method93)),
  A5: startsWith(/^9/, method00, anyOf(method00, method10)),
  A6: startsWith(/^.8/, method00, method01),
  A7: anyOf(method00, method03),
  A8: startsWith(/^..9/, ledger51, anyOf(method32, crossSums([2, 1], { from: 4 }))),
  B1: anyOf(method05, method01, method00),
  B2: startsWith(/^[89]/, method00, method02),
  B3: startsWith(/^9/, method06, method32),
  B5: startsWith(/^[89]/, method05, anyOf(method05, method00)),
  B6: startsWith(/^([1-9]|0269[1-9])/, method20, unchecked),
  B7: within(
    [
      [1_000_000, 5_999_999],
      [700_000_000, 899_999_999],
    ],
    method01,
    unchecked,
  ),
  B8: within(
    [
      [5_100_000_000, 5_999_999_999],
      [9_010_000_000, 9_109_999_999],
    ],
    unchecked,
    anyOf(method20, method29),
  ),
  C0: startsWith(/^00[1-9]/, anyOf(method20, unchecked), method20),
  C1: startsWith(/^5/, lessOne(1, 9, 10), method17),
  C2: anyOf(method22, method00, method04),
  C3: startsWith(/^9/, method58, method00),
  C5: startsWith(
    /^(0000[1-8]|0[1-8])/,
    method75,
    startsWith(
      /^[14569]/,
      method29,
      startsWith(/^3/, method00, startsWith(/^(00[345]|70|85)/, unchecked, impossible)),
    ),
  ),
  C7: anyOf(method63, method06),
  C8: anyOf(method00, method04, method07),
  C9: anyOf(method00, method07),
  D0: startsWith(/^57/, unchecked, method20),
  D2: anyOf(method95, method00, method68),
  D6: anyOf(method07, method03, method00),
  D7: methodD7,
  D8: startsWith(/^[1-9]/, method00, startsWith(/^00[1-9]/, unchecked, impossible)),
  E0: crossSums([2, 1], {}, 7),
  E3: anyOf(method00, method21),
  E4: anyOf(method02, method00),
};
