import { expect, it } from 'vitest';
import { keepUnknown, unknownMembers } from '#tools/dev/client-generators/open-unions.ts';

const member = (type: string, data: object) => ({
  type: 'object',
  properties: { id: { type: 'string' }, type: { const: type }, data, [type]: { type: 'string' } },
  required: ['id', 'type'],
});
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });

it('[clients.unions] an unknown member has the fields of all members, and what differs between them is free', () => {
  const schemas = {
    Begun: member('begun', { type: 'string' }),
    Ended: member('ended', { type: 'integer' }),
    Event: { oneOf: [ref('Begun'), ref('Ended')], discriminator: { propertyName: 'type' } },
  };
  expect(unknownMembers(schemas)).toEqual({
    UnknownEvent: {
      type: 'object',
      description: 'A kind of Event that only a newer service knows.',
      properties: {
        id: { type: 'string' },
        type: { type: 'string' },
        data: { type: 'object', additionalProperties: true },
      },
      required: ['id', 'type'],
    },
  });
});

const union = (name: string, key: string) =>
  `${name} = TypeAliasType(\n    "${name}", Annotated[A | B, Field(..., discriminator="${key}")]\n)\n`;
const models = `from heddle_client._model import Model\n\n${union('Approval', 'kind')}\n${union('Event', 'type')}`;

it('[clients.unions] the models of Python keep what is no member of an open union', () => {
  const kept = keepUnknown(models);
  expect(kept).toContain('import Model, or_unknown\n');
  expect(kept).toContain('discriminator="kind"), or_unknown(lambda: UnknownApproval)]');
  expect(kept).toContain('discriminator="type"), or_unknown(lambda: UnknownEvent)]');
  expect(() => keepUnknown(models.replace('Event =', 'Other ='))).toThrow('Event is no union');
});
