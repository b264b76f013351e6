import { useState } from 'react';
import { canonicalJson } from '#contract/canonical-json.ts';

/**
 * The text of a field whose value is not a text: what was typed, as long as it means the value. The value is the state: if it
 * changes elsewhere, the field shows that.
 */
export function useTyped(
  value: unknown,
  {
    format,
    parse,
    onChange,
  }: {
    format: (value: unknown) => string;
    parse: (text: string) => unknown;
    onChange: (value: unknown) => void;
  },
) {
  const [typed, setTyped] = useState(() => format(value));
  const isCurrent = canonicalJson([parse(typed)]) === canonicalJson([value]);
  return {
    value: isCurrent ? typed : format(value),
    onChange: ({ target }: { target: { value: string } }): void => {
      setTyped(target.value);
      onChange(parse(target.value));
    },
  };
}
