import { expect, it } from 'vitest';
import { toSdkTools } from '#adapters/model/ai-sdk-messages.ts';
import { sentSchema } from '#adapters/model/sent-schema.ts';

it('[patch.schema.dialects] providers are sent schemas of 2020-12, each converted once', async () => {
  const input_schema = {
    $schema: 'http://json-schema.org/draft-07/schema#',
    type: 'object',
    properties: { a: { items: [{ type: 'number' }], additionalItems: false } },
  };
  const { pay } = toSdkTools([{ name: 'pay', description: 'Pays.', input_schema }]);
  const sent = pay?.inputSchema as { jsonSchema: unknown };
  expect(await sent.jsonSchema).toEqual({
    type: 'object',
    properties: { a: { prefixItems: [{ type: 'number' }], items: false } },
  });
  expect(sentSchema(input_schema)).toBe(sentSchema(input_schema));
});

it('a schema that cannot be converted is sent as it was published', () => {
  const published = { $schema: 'http://json-schema.org/draft-04/schema#', type: 'object' };
  expect(sentSchema(published)).toBe(published);
});
