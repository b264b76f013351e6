import { queryTypeOf } from '../described-types.ts';
import type { Call, ResourceCalls } from './calls.ts';

/** The resources of the TypeScript client, before Prettier. */
export function typescriptResources(resources: ResourceCalls[]): string {
  return `// Generated from docs/openapi.json by tools/dev/client-generators/resources.
import type { RequestOptions } from '../options.ts';
import type { Collection } from '../pages.ts';
import type * as schema from '../schema/types.gen.ts';
import { type OrChange, Resource, segment } from './resource.ts';

${resources.map(classOf).join('\n\n')}
`;
}

function classOf({ name, about, calls }: ResourceCalls): string {
  return `/** ${about} */\nexport class ${name} extends Resource {\n${calls.map(methodOf).join('\n\n')}\n}`;
}

function methodOf(call: Call): string {
  const args = [
    ...call.pathParameters.map(({ name }) => `${camelCase(name)}: string`),
    ...(call.field === undefined ? [] : [`${camelCase(call.field.name)}: string`]),
    ...bodyArgument(call),
    ...(call.query.length > 0 ? [`query?: schema.${queryTypeOf(call.operationId)}`] : []),
    'options?: RequestOptions',
  ].join(', ');
  const about = call.about === undefined ? '' : `/** ${call.about} */\n`;
  const path = pathOf(call);
  if (call.isCollection) {
    return `${about}${call.name}(${args}): Collection<schema.${call.result}> {
      return this.collection(${path}, query, options);
    }`;
  }
  const result = call.mayBeProposed ? `OrChange<schema.${call.result}>` : `schema.${call.result}`;
  const parts = [
    ...(call.query.length > 0 ? ['query'] : []),
    ...(call.body === undefined ? [] : [`json: ${call.body.name}`]),
    ...(call.field === undefined ? [] : [`json: { ${call.field.name}: ${camelCase(call.field.name)} }`]),
    'options',
  ].join(', ');
  return `${about}async ${call.name}(${args}): Promise<${result}> {
    return await this.data('${call.method}', ${path}, { ${parts} });
  }`;
}

function bodyArgument({ body }: Call): string[] {
  if (body === undefined) return [];
  return [`${body.name}: schema.${body.type}${body.required ? '' : ' = {}'}`];
}

function pathOf({ path, pathParameters }: Call): string {
  if (pathParameters.length === 0) return `'${path}'`;
  return `\`${path.replaceAll(/\{(\w+)\}/g, (_, name: string) => `\${segment(${camelCase(name)})}`)}\``;
}

function camelCase(name: string): string {
  return name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
}
