type Schema = { [key: string]: unknown };

interface Union {
  oneOf: { $ref: string }[];
  discriminator: { propertyName: string };
}

interface Member {
  properties: Record<string, Schema>;
  required?: string[];
}

/** The unions that the service may extend, whose unknown members a client keeps. */
export const openUnions = ['Event', 'Approval'] as const;

/**
 * A schema `Unknown…` for each open union: the fields that all of its members have. Clients parse members with it that only a
 * newer service knows.
 */
export function unknownMembers(schemas: Record<string, Schema>): Record<string, Schema> {
  return Object.fromEntries(
    openUnions.flatMap((name) => {
      const union = schemas[name] as unknown as Union | undefined;
      return union === undefined ? [] : [[`Unknown${name}`, sharedFields(name, union, schemas)]];
    }),
  );
}

function sharedFields(
  name: string,
  { oneOf, discriminator }: Union,
  schemas: Record<string, Schema>,
): Schema {
  const members = oneOf.map(({ $ref }) => schemas[$ref.split('/').at(-1) ?? ''] as unknown as Member);
  const [first] = members;
  const shared = Object.entries(first?.properties ?? {}).flatMap(([field, schema]): [string, Schema][] => {
    const others = members.map(({ properties }) => properties[field]);
    if (others.includes(undefined)) return [];
    if (field === discriminator.propertyName) return [[field, { type: 'string' }]];
    const same = others.every((other) => JSON.stringify(other) === JSON.stringify(schema));
    return [[field, same ? schema : { type: 'object', additionalProperties: true }]];
  });
  const isRequired = (field: string) => members.every(({ required = [] }) => required.includes(field));
  return {
    type: 'object',
    description: `A kind of ${name} that only a newer service knows.`,
    properties: Object.fromEntries(shared),
    required: shared.map(([field]) => field).filter(isRequired),
  };
}

/** Has the generated models keep the unknown members of each open union. @param models the text of models.py */
export function keepUnknown(models: string): string {
  let kept = models;
  for (const name of openUnions) {
    const alias = new RegExp(
      `(^${name} = TypeAliasType\\([^=]*?Field\\(\\.\\.\\., discriminator="\\w+"\\))`,
      'ms',
    );
    if (!alias.test(kept)) throw new Error(`${name} is no union in the models`);
    kept = kept.replace(alias, `$1, or_unknown(lambda: Unknown${name})`);
  }
  return kept.replace(
    'from heddle_client._model import Model',
    'from heddle_client._model import Model, or_unknown',
  );
}
