import { useMemo, useState } from 'react';
import { fieldsOf, jsonText, readArguments, readFields } from '../argument-fields.ts';

/**
 * The arguments of a call while they are corrected, in a form or as JSON.
 * @param schema of the patch
 * @param args as they are held. What is edited is what was shown when this was opened, whatever is read meanwhile
 */
export function useRevision(schema: unknown, args: Record<string, unknown>) {
  const [mode, setMode] = useState<'form' | 'json'>('form');
  const [original] = useState(args);
  const [base, setBase] = useState(original);
  const [texts, setTexts] = useState<ReadonlyMap<string, string>>(new Map());
  const [json, setJson] = useState(() => jsonText(original));
  const fields = useMemo(() => fieldsOf(schema, base), [schema, base]);
  const read = mode === 'form' ? readFields(fields, texts, base) : readArguments(json);
  const faults: ReadonlyMap<string, string> = 'faults' in read ? read.faults : new Map();
  return {
    mode,
    fields,
    json,
    setJson,
    /** Errors of the input, by field name. */
    faults,
    before: jsonText(original),
    /** The arguments as they are now; undefined while something is wrong with them. */
    args: 'args' in read ? read.args : undefined,
    textOf: (name: string): string | undefined => texts.get(name),
    type: (name: string, text: string): void => setTexts(new Map(texts).set(name, text)),
    change: (next: 'form' | 'json'): void => {
      // The input is kept, with its errors beside the fields.
      if (!('args' in read)) return;
      setJson(jsonText(read.args));
      setBase(read.args);
      setTexts(new Map());
      setMode(next);
    },
  };
}

export type RevisedArguments = ReturnType<typeof useRevision>;
