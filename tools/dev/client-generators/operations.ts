/** A body of JSON, whose schema has a name in the description. */
export interface Content {
  content?: Record<string, { schema: { $ref?: string } }>;
}

/** The part of an operation of the description that the templates of the clients read. */
export interface Operation<Parameter> {
  operationId: string;
  parameters?: Parameter[];
  requestBody?: Content & { required?: boolean };
  responses: Record<string, Content>;
}

/** The name of the schema of a body; undefined if the body is not JSON. */
export function schemaNameOf({ content = {} }: Content): string | undefined {
  return content['application/json']?.schema.$ref?.split('/').at(-1);
}

/** The names of the schemas of an operation's successes, each once; undefined for one that is not JSON. */
export function successesOf({ responses }: Pick<Operation<unknown>, 'responses'>): Set<string | undefined> {
  const successes = Object.entries(responses).filter(([status]) => status.startsWith('2'));
  return new Set(successes.map(([, response]) => schemaNameOf(response)));
}
