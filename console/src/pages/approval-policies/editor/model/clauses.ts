import { canonicalJson } from '#contract/canonical-json.ts';
import { isJsonObject } from '#contract/json.ts';
import type { Members } from './draft.ts';

/** Possible subjects of a clause: an argument, or another fact of the call. */
export const clauseSubjects = ['args', 'patch', 'risk', 'subject_ref', 'agent', 'connection'] as const;
export type ClauseSubject = (typeof clauseSubjects)[number];

/** How a value is compared, and the keyword of JSON Schema that does it. */
export const clauseTests = {
  above: 'exclusiveMinimum',
  at_least: 'minimum',
  below: 'exclusiveMaximum',
  at_most: 'maximum',
  one_of: 'enum',
  none_of: 'not',
  present: undefined,
} as const;
export type ClauseTest = keyof typeof clauseTests;

/** One of the things that a call has to fulfil for a rule to match. */
export interface Clause {
  of: ClauseSubject;
  /** JSON pointer of the argument, such as `/amount`. */
  pointer: string;
  test: ClauseTest;
  /** A number, or a list for `one_of` and `none_of`. */
  value: unknown;
}

/** The condition that demands all of the clauses. */
export function toCondition(clauses: readonly Clause[]): Members {
  const root: Members = {};
  for (const clause of clauses) {
    let node = root;
    for (const [depth, name] of pathOf(clause).entries()) {
      const isArgument = clause.of === 'args' && depth > 0;
      // A text has no members, so whatever is demanded of them would be fulfilled.
      if (isArgument && depth > 1) node['type'] = 'object';
      if (isArgument || name === 'connection') addRequired(node, name);
      node = childOf(childOf(node, 'properties'), name);
    }
    Object.assign(node, keywordsOf(clause));
  }
  return root;
}

/** The clauses that a condition consists of. Undefined if it says anything else. */
export function toClauses(condition: unknown): Clause[] | undefined {
  if (!isJsonObject(condition)) return undefined;
  const clauses = read(condition, []);
  return canonicalJson(toCondition(clauses)) === canonicalJson(condition) ? clauses : undefined;
}

/** Tests that need a numeric bound: `maximum` alone accepts every text. */
const numeric: readonly ClauseTest[] = ['above', 'at_least', 'below', 'at_most'];

/** Whether a test is for numbers. */
export function isNumeric(test: ClauseTest): boolean {
  return numeric.includes(test);
}

function keywordsOf({ test, value }: Clause): Members {
  if (test === 'present') return {};
  if (test === 'none_of') return { not: { enum: value } };
  return { ...(isNumeric(test) && { type: 'number' }), [clauseTests[test]]: value };
}

function read(node: Members, path: readonly string[]): Clause[] {
  const here = subjectOf(path);
  const own = here === undefined ? [] : testsOf(node).map((found) => ({ ...here, ...found }));
  const { properties } = node;
  const below = isJsonObject(properties)
    ? Object.entries(properties).flatMap(([name, child]) =>
        isJsonObject(child) ? read(child, [...path, name]) : [],
      )
    : [];
  if (own.length + below.length > 0 || here === undefined) return [...own, ...below];
  return [{ ...here, test: 'present', value: undefined }];
}

function testsOf(node: Members): Pick<Clause, 'test' | 'value'>[] {
  return (Object.keys(clauseTests) as ClauseTest[]).flatMap((test) => {
    const keyword = clauseTests[test];
    if (keyword === undefined || !Object.hasOwn(node, keyword)) return [];
    const value = test === 'none_of' ? isJsonObject(node[keyword]) && node[keyword]['enum'] : node[keyword];
    return isNumeric(test) || isListOfPlain(value) ? [{ test, value }] : [];
  });
}

/** Texts, numbers and the like, which can be written one on each line. */
function isListOfPlain(value: unknown): boolean {
  return Array.isArray(value) && value.every((each) => typeof each !== 'object' || each === null);
}

function pathOf({ of, pointer }: Clause): string[] {
  if (of === 'agent') return ['agent', 'key'];
  if (of !== 'args') return [of];
  const names = pointer.split('/').slice(1);
  return ['args', ...names.map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'))];
}

function subjectOf([first, ...names]: readonly string[]): Pick<Clause, 'of' | 'pointer'> | undefined {
  const of = clauseSubjects.find((subject) => subject === first);
  if (of === 'args') {
    const pointer = names.map((name) => `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
    return pointer === '' ? undefined : { of, pointer };
  }
  const isWhole = of === 'agent' ? names.length === 1 && names[0] === 'key' : names.length === 0;
  return of !== undefined && isWhole ? { of, pointer: '' } : undefined;
}

function addRequired(node: Members, name: string): void {
  const required = Array.isArray(node['required']) ? (node['required'] as string[]) : [];
  if (!required.includes(name)) node['required'] = [...required, name];
}

/** An argument may have any name, that of a property of all objects too. */
function childOf(node: Members, name: string): Members {
  if (Object.hasOwn(node, name)) return node[name] as Members;
  const child: Members = {};
  Object.defineProperty(node, name, { value: child, enumerable: true, writable: true, configurable: true });
  return child;
}
