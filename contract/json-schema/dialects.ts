/** How a dialect of JSON Schema differs from 2020-12, as far as schemas of data go. */
export interface Dialect {
  name: string;
  /** Everything beside `$ref` is ignored, as before 2019-09. */
  ignoresBesideReference: boolean;
  /** Keywords that the dialect would ignore, or that mean something else in 2020-12. */
  refused: readonly string[];
}

const since2020 = ['prefixItems', '$dynamicRef', '$dynamicAnchor'];
const since2019 = [
  ...since2020,
  'unevaluatedItems',
  'unevaluatedProperties',
  'minContains',
  'maxContains',
  'dependentSchemas',
  'dependentRequired',
  '$anchor',
];

export const current: Dialect = { name: '2020-12', ignoresBesideReference: false, refused: [] };

export const draft07: Dialect = { name: 'draft-07', ignoresBesideReference: true, refused: since2019 };

const earlier: Readonly<Record<string, Dialect>> = {
  'draft-06': {
    name: 'draft-06',
    ignoresBesideReference: true,
    refused: [...since2019, 'if', 'then', 'else'],
  },
  'draft-07': draft07,
  'draft/2019-09': {
    name: '2019-09',
    ignoresBesideReference: false,
    // Items that `contains` matches count as evaluated only since 2020-12.
    refused: [...since2020, '$recursiveRef', '$recursiveAnchor', 'unevaluatedItems'],
  },
};

/** For descriptions of schemas in the API. */
export const dialectsInWords =
  'A schema of the dialect 2020-12 (the default), or of 2019-09, draft-07 or draft-06, named in `$schema`, where it means the same. No remote references.';

/** The dialects that are accepted, by what `$schema` says, as an error names them. */
export const acceptedDialects =
  'https://json-schema.org/draft/2020-12/schema, https://json-schema.org/draft/2019-09/schema, ' +
  'http://json-schema.org/draft-07/schema# or http://json-schema.org/draft-06/schema#';

/** The dialect of a value of `$schema`; undefined for one that is not accepted. */
export function dialectOf(uri: unknown): Dialect | undefined {
  const name = typeof uri === 'string' ? /^https?:\/\/json-schema\.org\/(.+)\/schema#?$/.exec(uri)?.[1] : '';
  if (name === 'draft/2020-12') return current;
  return name !== undefined && Object.hasOwn(earlier, name) ? earlier[name] : undefined;
}
