import { type Operation, schemaNameOf, successesOf } from '../operations.ts';
import { type Method, resources } from './table.ts';

interface Schema {
  $ref?: string;
  type?: string;
  format?: string;
  properties?: Record<string, Schema>;
}

type DescribedOperation = Operation<{ in?: string; name: string; schema?: Schema }>;

/** The part of docs/openapi.json that the methods are made of. */
export interface Described {
  paths: Record<string, Record<string, DescribedOperation>>;
  components: { schemas: Record<string, Schema> };
}

/** A parameter or a field, by its name on the wire. */
export interface Named {
  name: string;
  schema: Schema;
}

/** A method of a resource, in the terms of both clients. */
export interface Call {
  name: string;
  about: string | undefined;
  operationId: string;
  method: string;
  path: string;
  pathParameters: Named[];
  query: Named[];
  body: { name: string; pythonName: string; type: string; required: boolean } | undefined;
  /** The only field of the body, in place of `body`. */
  field: Named | undefined;
  /** The schema of the result: of the items, for a collection. */
  result: string;
  isCollection: boolean;
  /** Whether the change may only be proposed. */
  mayBeProposed: boolean;
}

/** A resource with its calls. */
export interface ResourceCalls {
  name: string;
  about: string;
  calls: Call[];
}

/** The calls of every resource of the table. @throws if it names an operation that the description does not have */
export function resourceCalls(description: Described): ResourceCalls[] {
  return Object.entries(resources).map(([name, { about, methods }]) => ({
    name,
    about,
    calls: Object.entries(methods).map(([method, how]) => callOf(description, method, how)),
  }));
}

function callOf(description: Described, name: string, how: Method): Call {
  const {
    operation: id,
    about,
    body,
    pythonBody,
    field,
  } = typeof how === 'string' ? { operation: how } : how;
  const { path, method, operation } = find(description, id);
  const parameters = (operation.parameters ?? []).filter((each) => each.schema !== undefined) as (Named & {
    in: string;
  })[];
  const schemas = new Set([...successesOf(operation)].map(named));
  const mayBeProposed = schemas.size > 1 && schemas.delete('ChangeEnvelope');
  const [result = ''] = schemas;
  const type = operation.requestBody && named(schemaNameOf(operation.requestBody));
  if ((type === undefined) !== (body === undefined && field === undefined)) {
    throw new Error(`${name} (${id}): the table and the description disagree about its body`);
  }
  return {
    name,
    about,
    operationId: id,
    method: method.toUpperCase(),
    path,
    pathParameters: parameters.filter((each) => each.in === 'path'),
    query: parameters.filter((each) => each.in === 'query'),
    body:
      body === undefined
        ? undefined
        : {
            name: body,
            pythonName: pythonBody ?? body,
            type: type ?? '',
            required: operation.requestBody?.required === true,
          },
    field:
      field === undefined
        ? undefined
        : { name: field, schema: description.components.schemas[type ?? '']?.properties?.[field] ?? {} },
    result: result.replace(/(Envelope|Page)$/, ''),
    isCollection: result.endsWith('Page'),
    mayBeProposed,
  };
}

function find(
  { paths }: Described,
  id: string,
): { path: string; method: string; operation: DescribedOperation } {
  for (const [path, operations] of Object.entries(paths)) {
    for (const [method, operation] of Object.entries(operations)) {
      if (operation.operationId === id) return { path, method, operation };
    }
  }
  throw new Error(`there is no operation ${id}`);
}

function named(schema: string | undefined): string {
  if (schema === undefined) throw new Error('a body without a named schema');
  return schema;
}
