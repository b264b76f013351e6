import { allEndpoints } from '#api/endpoints.ts';
import { openApiDocument } from '#api/http/openapi/document.ts';

export interface DescribedHeader {
  required?: boolean;
  schema: object;
}

/** A response in the OpenAPI document. */
export interface DescribedResponse {
  headers?: { [name: string]: DescribedHeader | Reference };
  content?: { [mediaType: string]: unknown };
  /** The codes of the errors that it can have. */
  'x-error-codes'?: string[];
}

/** An operation of the OpenAPI document. */
export interface DescribedOperation {
  /** Its position in the document: a JSON pointer. */
  pointer: string;
  responses: { [status: string]: { pointer: string; response: DescribedResponse } };
}

type Document = ReturnType<typeof openApiDocument>;

let made: Document | undefined;

/** The OpenAPI document, generated once for each test file. */
export function description(): Document {
  made ??= openApiDocument(allEndpoints);
  return made;
}

let matchers: { pattern: RegExp; path: string }[] | undefined;

/** The described path that matches a request's path; the most literal one if several match. */
export function describedPath(requested: string): string | undefined {
  matchers ??= Object.keys(description().paths ?? {})
    .toSorted((one, other) => parameters(one) - parameters(other))
    .map((path) => ({ path, pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}/?$`) }));
  return matchers.find(({ pattern }) => pattern.test(requested))?.path;
}

const parameters = (path: string): number => path.split('{').length - 1;

/** The operation for a request, or undefined if the document has none. */
export function describedOperation(method: string, requested: string): DescribedOperation | undefined {
  const path = describedPath(requested);
  // Whatever supports GET also supports HEAD.
  const name = method === 'HEAD' ? 'get' : method.toLowerCase();
  const item = path === undefined ? undefined : description().paths?.[path];
  const operation = (item as { [method: string]: { responses: object } } | undefined)?.[name];
  if (path === undefined || operation === undefined) return undefined;
  const pointer = `/paths/${path.replaceAll('/', '~1')}/${name}`;
  return {
    pointer,
    responses: Object.fromEntries(
      Object.entries(operation.responses).map(([status, response]) => [
        status,
        follow(response as DescribedResponse | Reference, `${pointer}/responses/${status}`),
      ]),
    ),
  };
}

type Reference = { $ref: string };

function follow(response: DescribedResponse | Reference, pointer: string) {
  if (!('$ref' in response)) return { pointer, response };
  const target = response.$ref.slice(1);
  return { pointer: target, response: resolve(target) as DescribedResponse };
}

/** The target of a JSON pointer into the document. */
export function resolve(pointer: string): unknown {
  let part: unknown = description();
  for (const segment of pointer.split('/').slice(1)) {
    part = (part as Record<string, unknown>)[segment.replaceAll('~1', '/').replaceAll('~0', '~')];
  }
  return part;
}
