import { openApiDocument } from '#api/openapi/document.ts';

export interface DescribedHeader {
  required?: boolean;
  schema: object;
}

/** A response as the description has it. */
export interface DescribedResponse {
  headers?: { [name: string]: DescribedHeader | Reference };
  content?: { [mediaType: string]: unknown };
}

/** An operation of the description. */
export interface DescribedOperation {
  /** Where it stands in the document: a JSON pointer. */
  pointer: string;
  responses: { [status: string]: { pointer: string; response: DescribedResponse } };
}

type Document = ReturnType<typeof openApiDocument>;

let made: Document | undefined;

/** The description, made once a test file. */
export function description(): Document {
  made ??= openApiDocument();
  return made;
}

let matchers: { pattern: RegExp; path: string }[] | undefined;

/** The path of the description that a request's path is one of; the most literal where several fit. */
export function describedPath(requested: string): string | undefined {
  matchers ??= Object.keys(description().paths ?? {})
    .toSorted((one, other) => parameters(one) - parameters(other))
    .map((path) => ({ path, pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}/?$`) }));
  return matchers.find(({ pattern }) => pattern.test(requested))?.path;
}

const parameters = (path: string): number => path.split('{').length - 1;

/** The operation that a request is for, or undefined when the description has none. */
export function describedOperation(method: string, requested: string): DescribedOperation | undefined {
  const path = describedPath(requested);
  // What can be got can be asked for its headers alone.
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

/** What a JSON pointer into the description leads to. */
export function resolve(pointer: string): unknown {
  let part: unknown = description();
  for (const segment of pointer.split('/').slice(1)) {
    part = (part as Record<string, unknown>)[segment.replaceAll('~1', '/').replaceAll('~0', '~')];
  }
  return part;
}
