import { type Content, type OpenApiOperation, referred, type Schema } from './document-parts.ts';

/** A request of an operation, as every language writes it down. */
export interface SampleRequest {
  method: string;
  /** With its parameters in braces: `/v1/agents/{id}`. */
  path: string;
  /** Whether a credential is needed. */
  authorized: boolean;
  /** Whether it acts for an end user. */
  forSubject: boolean;
  /** Whether repeating it can be made safe. */
  repeatable: boolean;
  body?: { json: unknown } | { file: string };
  answer: 'json' | 'events' | 'bytes';
}

/**
 * The request of an operation; undefined for those that only pages of the console make.
 * @param schemas the components of the document, by name
 */
export function sampleRequest(
  method: string,
  path: string,
  { security = [], parameters = [], requestBody, responses = {} }: OpenApiOperation,
  schemas: Record<string, Schema>,
): SampleRequest | undefined {
  const schemes = security.flatMap((each) => Object.keys(each));
  const takesKey = schemes.includes('apiKey') || schemes.includes('sessionToken');
  if (path.startsWith('/console/') || (schemes.length > 0 && !takesKey)) return undefined;
  const headers = new Set(parameters.map((parameter) => parameter.name ?? referred(parameter)));
  const body = bodyOf(requestBody?.content ?? {}, schemas);
  return {
    method: method.toUpperCase(),
    path,
    authorized: takesKey,
    forSubject: headers.has('Service-Subject'),
    repeatable: headers.has('Idempotency-Key'),
    ...(body && { body }),
    answer: answerOf(responses),
  };
}

function bodyOf(content: Content, schemas: Record<string, Schema>): SampleRequest['body'] {
  const json = content['application/json'];
  if (json?.example !== undefined) return { json: json.example };
  const form = content['multipart/form-data']?.schema;
  const fields = Object.entries((form && (schemas[referred(form)] ?? form))?.properties ?? {});
  const file = fields.find(([, { format }]) => format === 'binary')?.[0];
  return file === undefined ? undefined : { file };
}

function answerOf(responses: Record<string, { content?: Content }>): SampleRequest['answer'] {
  const success = Object.entries(responses).find(([status]) => status.startsWith('2'))?.[1].content ?? {};
  if (success['text/event-stream'] !== undefined) return 'events';
  return Object.keys(success).every((type) => type.includes('json')) ? 'json' : 'bytes';
}
