import { isJsonObject } from '#contract/json.ts';
import { readTyped } from '../../../../approvals/typed-json.ts';

/** An object as it was written: the form shows what it knows of it, and keeps the rest. */
export type Members = Record<string, unknown>;

/** A policy as it is edited. What its members are worth is for the API to say. */
export interface Draft extends Members {
  rules: Members[];
  limits?: Members[];
}

/** The text that is edited, in the form and as JSON alike. */
export function draftText(draft: Draft): string {
  return JSON.stringify(draft, null, 2);
}

/** The policy that a text is, or why it cannot be shown as a form. */
export function readDraft(text: string): { draft: Draft } | { fault: string } {
  const read = readTyped(text);
  if ('fault' in read) return { fault: `The policy ${read.fault}.` };
  const { value } = read;
  if (!isJsonObject(value)) return { fault: 'A policy is an object.' };
  const { rules, limits } = value;
  if (!isList(rules)) return { fault: 'rules has to be a list of objects.' };
  if (limits !== undefined && !isList(limits)) return { fault: 'limits has to be a list of objects.' };
  const held = [...rules, ...(limits ?? [])];
  if (!held.every(({ stages }) => stages === undefined || isList(stages)))
    return { fault: 'stages has to be a list of objects.' };
  return { draft: value as Draft };
}

/** The stages of a rule or a limit. */
export function stagesOf({ stages }: Members): Members[] {
  return isList(stages) ? stages : [];
}

/** A copy in which a member has another value, or is not there if that is undefined. */
export function withMember<Whole extends Members>(whole: Whole, name: string, value: unknown): Whole {
  const { [name]: _before, ...rest } = whole;
  if (value === undefined) return rest as Whole;
  return name in whole ? { ...whole, [name]: value } : ({ ...rest, [name]: value } as Whole);
}

/**
 * A copy of a rule or a limit that decides otherwise.
 * @param holdNames what only one that holds says
 */
export function withVerdict(whole: Members, then: string, holdNames: readonly string[]): Members {
  const dropped = then === 'hold' ? [] : holdNames;
  const rest = dropped.reduce((left, name) => withMember(left, name, undefined), whole);
  return withMember(rest, 'then', then);
}

/** Sets members by name, and passes on a changed copy of the whole. */
export function memberSetter<Whole extends Members>(whole: Whole, onChange: (whole: Whole) => void) {
  return (name: string) => (value: unknown) => onChange(withMember(whole, name, value));
}

/** A copy of a list in which one item is another one, or is not there if that is undefined. */
export function withItem<Item>(list: readonly Item[], index: number, item: Item | undefined): Item[] {
  return list.flatMap((each, at) => (at !== index ? [each] : item === undefined ? [] : [item]));
}

/** A copy of a list in which an item has changed places with its neighbour. */
export function moved<Item>(list: readonly Item[], index: number, by: -1 | 1): Item[] {
  const copy = [...list];
  const [item, other] = [copy[index], copy[index + by]];
  if (item === undefined || other === undefined) return copy;
  copy[index] = other;
  copy[index + by] = item;
  return copy;
}

function isList(value: unknown): value is Members[] {
  return Array.isArray(value) && value.every(isJsonObject);
}
