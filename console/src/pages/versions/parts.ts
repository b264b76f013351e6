/** A part of what was published: a text that people wrote, or everything else as JSON. */
export interface Part {
  label: string;
  text: string;
  kind: 'prose' | 'json';
}

/**
 * A definition with its long texts taken out, so that they are read and compared as they were written, line by line, and not in one
 * line of JSON.
 * @param texts the fields to take out, and how each is called
 */
export function partsOf(definition: object, texts: Record<string, string>): Part[] {
  const values = new Map(Object.entries(definition));
  const prose = Object.entries(texts).flatMap(([field, label]): Part[] => {
    const text: unknown = values.get(field);
    if (typeof text !== 'string') return [];
    values.delete(field);
    return [{ label, text, kind: 'prose' }];
  });
  const json = JSON.stringify(Object.fromEntries(values), null, 2);
  const label = prose.length === 0 ? 'Definition' : 'Everything else';
  return [...prose, { label, text: json, kind: 'json' }];
}

/** Two versions of a part, of which either may lack it. */
export interface PartPair {
  label: string;
  left: string;
  right: string;
}

/** The parts that differ between two definitions. */
export function differingParts(left: Part[], right: Part[]): PartPair[] {
  const labels = new Set([...left, ...right].map(({ label }) => label));
  const textIn = (parts: Part[], label: string): string =>
    parts.find((part) => part.label === label)?.text ?? '';
  return [...labels]
    .map((label) => ({ label, left: textIn(left, label), right: textIn(right, label) }))
    .filter((pair) => pair.left !== pair.right);
}
