import { beforeAll, expect, it } from 'vitest';
import type { ApiClient } from '../../support/api-client.ts';
import { sharedService } from '../../support/service.ts';

const service = sharedService('without-worker');
let client: ApiClient;
beforeAll(async () => {
  ({ client } = await service.workspace());
});

const agent = { key: 'a', name: 'A', instructions: 'Help.', model_class: 'scripted', patches: [] };

it.each<[string, object, string, string]>([
  ['is missing', { name: undefined }, 'name', 'is required'],
  ['has another type', { name: 5 }, 'name', 'must be a string'],
  [
    'is no key',
    { key: 'a'.repeat(65) },
    'key',
    'must start with a letter and hold lower-case letters, digits, _ and -',
  ],
  [
    'is none of the values',
    { model_class: 'big' },
    'model_class',
    'must be one of fast, standard, deep, scripted',
  ],
  ['is too small', { limits: { max_turns: 0 } }, 'limits.max_turns', 'must be at least 1'],
  ['is no whole number', { limits: { max_turns: 1.5 } }, 'limits.max_turns', 'must be a whole number'],
  ['is no list', { patches: {} }, 'patches', 'must be an array'],
])(
  '[body.words] a field that %s is named with what it must be, in words',
  async (_, parts, path, message) => {
    const { status, error } = await client.post('/v1/agents', { ...agent, ...parts });
    expect(status).toBe(422);
    expect(error.details).toMatchObject([{ path, message }]);
  },
);
