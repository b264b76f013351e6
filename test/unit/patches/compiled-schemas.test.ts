import type { ValidateFunction } from 'ajv/dist/2020.js';
import { expect, it } from 'vitest';
import { type JsonText, toJsonText } from '#contract/json-text.ts';
import { CompiledSchemas } from '#patches/schemas/compiled-schemas.ts';

/** A cache, and how often each schema was compiled. */
function newCache() {
  const compiled: JsonText[] = [];
  const cache = new CompiledSchemas((schema) => {
    compiled.push(schema);
    return (() => true) as unknown as ValidateFunction;
  });
  return { cache, compiled };
}

/** The largest that can be published. */
const large = (name: string) => toJsonText({ type: 'object', title: name, description: 'x'.repeat(32_000) });

it('a schema is compiled once', () => {
  const { cache, compiled } = newCache();
  const schema = toJsonText({ type: 'object' });
  expect(cache.get('one', schema)).toBe(cache.get('one', schema));
  expect(compiled).toEqual([schema]);
});

it("[patch.schema.cache-shares] one workspace's many schemas push out its own, and no other's", () => {
  const { cache, compiled } = newCache();
  const other = large('other');
  cache.get('other', other);
  const many = Array.from({ length: 100 }, (_, index) => large(String(index)));
  for (const schema of many) cache.get('one', schema);
  cache.get('other', other);
  expect(compiled).toEqual([other, ...many]);
  for (const schema of many.slice(0, 3)) cache.get('one', schema);
  expect(compiled.length).toBe(1 + many.length + 3);
});

it('room is made by the workspaces that were not heard of for longest', () => {
  const { cache, compiled } = newCache();
  const schema = large('any');
  cache.get('first', schema);
  for (let index = 0; index < 60; index += 1) {
    cache.get(`workspace ${index}`, schema);
    cache.get('first', schema);
  }
  expect(compiled).toHaveLength(61);
  cache.get('workspace 0', schema);
  expect(compiled).toHaveLength(62);
});
