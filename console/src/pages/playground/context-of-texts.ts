import type { Context } from '#contract/context.ts';
import type { Agent } from '../../api/schema.ts';

/** A fact that an agent declares, and what it must be. */
export interface DeclaredFact {
  name: string;
  types: string[];
}

/** The facts that an agent declares. */
export function declaredFacts({ schema }: NonNullable<Agent['context']>): DeclaredFact[] {
  const properties: Record<string, { type?: unknown }> = Object(schema['properties']);
  return Object.entries(properties).map(([name, { type }]) => ({
    name,
    types: [type].flat().filter((each) => typeof each === 'string'),
  }));
}

/**
 * Converts the text that was typed for each declared fact to its type. An empty one is not given, and one that does not fit stays a text,
 * for the service to refuse.
 * @returns undefined if nothing is given
 */
export function contextOfTexts(
  context: Agent['context'],
  texts: Readonly<Record<string, string>>,
): Context | undefined {
  if (context === undefined) return undefined;
  const given = declaredFacts(context).flatMap(({ name, types }) => {
    const text = texts[name] ?? '';
    return text === '' ? [] : [[name, valueOf(text, types)] as const];
  });
  return given.length === 0 ? undefined : Object.fromEntries(given);
}

function valueOf(text: string, types: readonly string[]): string | number | boolean {
  if (types.includes('string')) return text;
  if (types.includes('boolean') && (text === 'true' || text === 'false')) return text === 'true';
  const number = Number(text);
  return Number.isFinite(number) && text.trim() !== '' ? number : text;
}
