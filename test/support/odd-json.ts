import { deepestJson } from '#contract/json.ts';

/** Objects nested this many times. */
export function nestedJson(levels: number): Record<string, unknown> {
  let value: Record<string, unknown> = {};
  for (let level = 1; level < levels; level += 1) value = { a: value };
  return value;
}

/**
 * JSON whose names, texts and numbers MongoDB, its driver or a careless assignment would misinterpret or refuse.
 * @param levels the nesting: as deep as free JSON may be, unless it is part of other JSON
 */
export function oddJson(levels = deepestJson): Record<string, unknown> {
  return {
    'a\0b': 'c\0d',
    _bsontype: 'ObjectId',
    reference: { $ref: 'runs', $id: '1', $db: 'admin' },
    $set: { $where: [{ $oid: '1' }, { $numberLong: '5' }, { $date: 'never' }] },
    'a.b': { '.': null, '': '🧵', $: [] },
    constructor: { prototype: { toString: false, toJSON: 'x' } },
    numbers: [0, -1, 1.5, 1e300, 5e-324, 2147483648, 9007199254740991, 1234567890123],
    lists: [[[]], [{}], [null]],
    deep: nestedJson(levels - 1),
  };
}

/** Odd pairs of strings for metadata. */
export const oddPairs: Record<string, string> = {
  'a\0b': 'c\0d',
  _bsontype: 'ObjectId',
  $ref: 'runs',
  $id: '1',
  $set: '{"$where": 1}',
  'a.b': '.',
  constructor: '🧵',
};
