import { useState } from 'react';

/** A text of which only the beginning is shown at first: what is left out is counted. */
export function useCut(
  text: string,
  limit = 20_000,
  locale?: string,
): {
  shown: string;
  /** How many characters are left out. */
  left: number;
  showAll: () => void;
} {
  const [whole, setWhole] = useState(false);
  const left = whole ? 0 : Math.max(0, text.length - limit);
  const shown = left === 0 ? text : `${text.slice(0, limit)}… ${left.toLocaleString(locale)} more characters`;
  return { shown, left, showAll: () => setWhole(true) };
}
