import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormatsModule from 'ajv-formats';
import { type ErrorCode, errorStatus } from '#contract/errors.ts';
import {
  type DescribedHeader,
  describedOperation,
  type DescribedResponse,
  description,
  resolve,
} from './operations.ts';

/** The response to a request. */
export interface ReceivedAnswer {
  method: string;
  /** Without the query. */
  path: string;
  status: number;
  headers: Headers;
  /** The parsed JSON; undefined where there is no body. */
  body: unknown;
}

/**
 * Checks a response with the OpenAPI document: its status, media type, headers and body. Every test client does so with
 * every response, so a test fails if the service returns anything that is not described.
 * @throws {Error} naming what the document does not allow
 */
export function checkAnswer(answer: ReceivedAnswer): void {
  const { method, path, status } = answer;
  const fault = faultOf(answer);
  if (fault !== undefined) throw new Error(`${method} ${path} answered ${status}, and ${fault}`);
}

function faultOf(answer: ReceivedAnswer): string | undefined {
  const operation = describedOperation(answer.method, answer.path);
  if (operation === undefined) return faultOfUndescribed(answer);
  const described = operation.responses[answer.status];
  if (described === undefined) return `its description has no such status: ${JSON.stringify(answer.body)}`;
  return (
    faultOfHeaders(answer, described.response) ??
    faultOfBody(answer, described) ??
    faultOfCode(answer, described.response)
  );
}

/** Codes with which the service says that there is no such operation, or that it could not determine that. */
const withoutOperation: ErrorCode[] = ['not_found', 'method_not_allowed', 'rate_limited', 'internal_error'];

function faultOfUndescribed({ method, status, body }: ReceivedAnswer): string | undefined {
  if (method === 'HEAD' || method === 'OPTIONS') return undefined;
  const { code } = (body as { error?: { code?: ErrorCode } }).error ?? {};
  if (code === undefined || !withoutOperation.includes(code)) return 'the description has no such operation';
  return errorStatus[code] === status ? undefined : `${code} travels with ${errorStatus[code]}`;
}

function faultOfHeaders({ headers }: ReceivedAnswer, response: DescribedResponse): string | undefined {
  for (const [name, reference] of Object.entries(response.headers ?? {})) {
    const { required, schema } = headerOf(reference);
    const value = headers.get(name);
    if (value === null) {
      if (required === true) return `has no ${name}`;
    } else if (!fits(schema, value)) return `${name} ${coercing.errorsText()}: ${value}`;
  }
  return undefined;
}

const fits = (schema: object, value: string): boolean => coercing.validate<string>(schema, value);

function headerOf(header: DescribedHeader | { $ref: string }): DescribedHeader {
  return '$ref' in header ? (resolve(header.$ref.slice(1)) as DescribedHeader) : header;
}

function faultOfBody(
  { method, headers, body }: ReceivedAnswer,
  { pointer, response }: { pointer: string; response: DescribedResponse },
): string | undefined {
  const [type = ''] = (headers.get('content-type') ?? '').split(';');
  const described = Object.keys(response.content ?? {});
  if (!described.some((range) => isWithin(type, range))) return `its media type is ${type || 'missing'}`;
  if (method === 'HEAD' || type !== 'application/json') return undefined;
  const validate = bodies.getSchema(`api#${pointer}/content/application~1json/schema`);
  if (validate === undefined) throw new Error(`no schema at ${pointer}`);
  if (validate(body) as boolean) return undefined;
  return `its body ${bodies.errorsText(validate.errors)}: ${JSON.stringify(body)}`;
}

const options = { strict: false, validateSchema: false, allErrors: false } as const;

/** Headers are text; what they mean is described. */
const coercing = withFormats(new Ajv2020({ ...options, coerceTypes: true }));

/** Clients must ignore fields that are not described, but the service must not send any. */
const bodies = withFormats(new Ajv2020(options));
bodies.addSchema(closed(description()) as object, 'api');

/** The schema of errors is one for all operations: which codes an operation returns, each of its responses says. */
function faultOfCode(
  { body }: ReceivedAnswer,
  { 'x-error-codes': codes }: DescribedResponse,
): string | undefined {
  const { code } = (body as { error?: { code: string } } | undefined)?.error ?? {};
  if (codes === undefined || code === undefined || codes.includes(code)) return undefined;
  return `its description does not have the code ${code}`;
}

/** Whether a media type is the one that is described, or within its range: `audio/*`. */
function isWithin(type: string, range: string): boolean {
  return type === range || (range.endsWith('/*') && type.startsWith(range.slice(0, -1)));
}

function withFormats(ajv: Ajv2020): Ajv2020 {
  // The package is CommonJS and says in its types that it is not.
  (addFormatsModule as unknown as typeof addFormatsModule.default)(ajv);
  return ajv;
}

function closed(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(closed);
  const copy = Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, closed(inner)]));
  const open = typeof copy['properties'] === 'object' && !('additionalProperties' in copy);
  return open ? { ...copy, additionalProperties: false } : copy;
}
