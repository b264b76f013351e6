import type { JsonObject } from '#contract/json.ts';
import type { PaymentDeclaration } from '#contract/payment.ts';
import { withoutUnseen } from '#contract/normalized.ts';
import { valueAt } from '#patches/json-pointer.ts';

/** Longer names are compared by their beginning, in front of which no blanks count. */
const comparedCharacters = 500;

/** Legal forms of companies, without points. */
const legalForms = new Set(
  `ab ag aps as asa bv bvba co company corp corporation doo dooel eg ehf eirl eood etat ev gbr gesmbh gmbh hf inc incorporated kft kg kgaa
  limited llc llp lp ltd ltda mbh nv oe og ohg ood ou oy oyj partg plc proprietary pte pty pvt sa sae saoc sarl sas sasu sca scop scs se sia
  sl slu snc soc sp spa spk spol sprl spzoo srl srls sro uab ug unltd vof zoo zrt`.split(/\s+/),
);

/**
 * A text by which names of payees are compared (payment.payee-name): two names are alike if theirs are equal. It has no case,
 * diacritics, white space, characters that cannot be seen, punctuation and legal form. A name that consists of legal forms keeps them.
 * Linear in the name.
 */
export function nameKey(name: string): string {
  const words = withoutUnseen(name)
    .replaceAll(/[\s\p{Z}\p{C}]+/gu, ' ')
    .trim()
    .slice(0, comparedCharacters)
    .normalize('NFKD')
    .replaceAll(/[\p{M}.'’]/gu, '')
    .toUpperCase()
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
  const distinctive = words.filter((word) => !legalForms.has(word));
  return (distinctive.length === 0 ? words : distinctive).join('');
}

/** The key of the payee's name in the arguments of a call; undefined if they have none. */
export function payeeNameKey(
  { payee: { name: pointer } }: Pick<PaymentDeclaration, 'payee'>,
  args: JsonObject,
): string | undefined {
  const name = pointer === undefined ? undefined : valueAt(args, pointer);
  const key = typeof name === 'string' ? nameKey(name) : '';
  return key === '' ? undefined : key;
}
