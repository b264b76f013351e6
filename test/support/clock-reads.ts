import { parseAst } from 'vitest/node';

interface Node {
  readonly type: string;
  readonly start: number;
  readonly [field: string]: unknown;
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';

/**
 * Where source code reads the clock: `new Date()` and `Date()` without an argument, and `Date.now`, as they are
 * written.
 */
export function clockReads(source: string, file = 'source.ts'): string[] {
  return readsBelow(parseAst(source, { lang: 'ts' }, file) as unknown as Node).map(({ start, end }) =>
    source.slice(start, end as number),
  );
}

function readsBelow(node: Node): Node[] {
  const below = Object.values(node).flat().filter(isNode).flatMap(readsBelow);
  return readsClock(node) ? [node, ...below] : below;
}

function readsClock(node: Node): boolean {
  switch (node.type) {
    case 'NewExpression':
      return isDate(node['callee']) && (node['arguments'] as unknown[]).length === 0;
    // Called as a function, it returns the current time, whatever its arguments.
    case 'CallExpression':
      return isDate(node['callee']);
    case 'MemberExpression':
      return isDate(node['object']) && isNode(node['property']) && node['property']['name'] === 'now';
    default:
      return false;
  }
}

function isDate(node: unknown): boolean {
  return isNode(node) && node.type === 'Identifier' && node['name'] === 'Date';
}
