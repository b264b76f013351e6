/** Reads the titles of `describe`, `it` and `test` from the source of a test file, without running it. */

import { parseAst } from 'vitest/node';

interface Node {
  readonly type: string;
  readonly [field: string]: unknown;
}

const testFunctions = new Set(['describe', 'suite', 'it', 'test']);
const disabling = new Set(['skip', 'todo']);

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';

/** The nodes directly below a node, in source order. */
function childrenOf(node: Node): Node[] {
  return Object.values(node).flat().filter(isNode);
}

/**
 * The names of a chain of members and calls, root first: `it.skipIf(x).each(y)` is `[it, skipIf, each]`. A part without
 * a name, such as a regular expression, is empty.
 */
function chain(node: unknown): string[] {
  if (!isNode(node)) return [''];
  switch (node.type) {
    case 'Identifier':
      return [String(node['name'])];
    case 'MemberExpression':
      return [...chain(node['object']), ...chain(node['property'])];
    case 'CallExpression':
      return chain(node['callee']);
    case 'TaggedTemplateExpression':
      return chain(node['tag']);
    default:
      return [''];
  }
}

/** The text of a string literal, a template or a concatenation of them. Computed parts are `${}`. */
function textOf(node: unknown): string | undefined {
  if (!isNode(node)) return undefined;
  if (node.type === 'Literal') return typeof node['value'] === 'string' ? node['value'] : undefined;
  if (node.type === 'TemplateLiteral') {
    const quasis = node['quasis'] as readonly { readonly value: { readonly cooked: string } }[];
    return quasis.map((quasi) => quasi.value.cooked).join('${}');
  }
  if (node.type === 'BinaryExpression' && node['operator'] === '+') {
    const [left, right] = [textOf(node['left']), textOf(node['right'])];
    return left === undefined && right === undefined ? undefined : `${left ?? '${}'}${right ?? '${}'}`;
  }
  return undefined;
}

/** The titles below a node; tests that are skipped or still to do have none. */
function titlesBelow(node: Node): string[] {
  const below = () => childrenOf(node).flatMap(titlesBelow);
  if (node.type !== 'CallExpression') return below();
  const [root = '', ...modifiers] = chain(node['callee']);
  if (!testFunctions.has(root)) return below();
  if (modifiers.some((modifier) => disabling.has(modifier))) return [];
  const title = textOf((node['arguments'] as readonly unknown[])[0]);
  return title === undefined ? below() : [title, ...below()];
}

/** The titles in the source text of a test file, those of `it.each` and its like included. */
export function testTitles(source: string, file = 'source.test.ts'): string[] {
  return titlesBelow(parseAst(source, { lang: 'ts' }, file) as unknown as Node);
}
