import { locale } from './locale.ts';
/** An amount of credits with its unit: to four places below ten, to two above. */
export function creditsText(value: number): string {
  return `${creditsNumber(value)} ${value === 1 ? 'credit' : 'credits'}`;
}

/** An amount of credits, where the unit is known. */
export function creditsNumber(value: number): string {
  return value.toLocaleString(locale, { maximumFractionDigits: Math.abs(value) < 10 ? 4 : 2 });
}
