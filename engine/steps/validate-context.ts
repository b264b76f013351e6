import type { AgentDefinition } from '#contract/agent.ts';
import { type Context, contextNames } from '#contract/context.ts';
import { type InvalidField, invalidFields } from '#contract/errors.ts';
import type { Schemas } from '../ports/schemas.ts';

/**
 * Validates what a backend has given with the schema that the agent declares.
 * @throws {ServiceError} `invalid_request`; `temporarily_unavailable` if too many schemas are being checked
 */
export async function validateContext(
  schemas: Pick<Schemas, 'validateResult'>,
  { workspace_id, context: declared }: Pick<AgentDefinition, 'context'> & { workspace_id: string },
  context: Context,
): Promise<void> {
  const schema = declared?.schema ?? { properties: {} };
  const names = new Set(contextNames(schema));
  const unknown = Object.keys(context).filter((name) => !names.has(name));
  if (unknown.length > 0) throw invalidFields(unknown.map(undeclared));
  if (declared === undefined) return;
  const valid = await schemas.validateResult(workspace_id, declared.schema, context);
  if (valid.ok) return;
  throw invalidFields(
    valid.errors.map(({ path, message }) => ({ path: at(path), message, code: 'invalid_context' })),
  );
}

function undeclared(name: string): InvalidField {
  return { path: at(name), message: 'is not declared by the context of the agent', code: 'unknown_context' };
}

function at(path: string): string {
  return path === '' ? 'context' : `context.${path}`;
}
