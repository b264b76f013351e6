import { z } from 'zod';
import { createDocument, type ZodOpenApiOperationObject, type ZodOpenApiResponsesObject } from 'zod-openapi';
import { errorStatus, type ErrorCode } from '#contract/errors.ts';
import { Pagination } from '#contract/pagination.ts';
import { endpoints } from './endpoints.ts';
import type { Access, Endpoint } from './endpoint.ts';

const description = `Durable agent conversations and account identification behind one HTTP API.

Every request carries \`Authorization: Bearer <credential>\`. Success is \`{status: 'success', data}\`, an error
\`{status: 'error', error: {message, code, details?}}\`: branch on \`code\`.`;

/** Codes that any endpoint with a credential may answer. */
const commonErrors: ErrorCode[] = [
  'unauthorized',
  'invalid_request',
  'internal_error',
  'temporarily_unavailable',
];
const bodyErrors: ErrorCode[] = ['invalid_json', 'payload_too_large', 'unsupported_media_type'];

const subjectHeader = z.string().max(255).meta({ description: 'The acting end user.' });

const connectionHeader = z.string().meta({
  description: 'The host that the agent may call: the id of a connection, or with an API key its name.',
});

const requestIdHeader = z.uuid().meta({ description: 'Names this request in logs and records.' });

/** The API's description (OpenAPI 3.1), made from the schemas that validate. */
export function openApiDocument() {
  const paths: Record<string, Record<string, ZodOpenApiOperationObject>> = {};
  for (const endpoint of endpoints) {
    paths[endpoint.path] = { ...paths[endpoint.path], [endpoint.method]: operation(endpoint) };
  }
  return createDocument({
    openapi: '3.1.0',
    info: { title: 'Heddle', version: '1', description },
    servers: [{ url: '/' }],
    security: [{ bearer: [] }],
    paths,
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', description: 'A workspace API key (`sk_…`).' },
      },
    },
  });
}

function operation(endpoint: Endpoint): ZodOpenApiOperationObject {
  const [, , group = ''] = endpoint.path.split('/');
  return {
    operationId: endpoint.operation,
    summary: endpoint.summary,
    tags: [group],
    requestParams: {
      ...(endpoint.params === undefined ? {} : { path: asObject(endpoint.params) }),
      ...(endpoint.query === undefined ? {} : { query: asObject(endpoint.query) }),
      ...(actsForSubject(endpoint.access) ? { header: headers(endpoint) } : {}),
    },
    ...(endpoint.body === undefined
      ? {}
      : { requestBody: { required: true, content: { 'application/json': { schema: endpoint.body } } } }),
    responses: responses(endpoint),
  };
}

const asObject = (schema: z.ZodType): z.ZodObject => schema as z.ZodObject;

function actsForSubject(access: Access): boolean {
  return access !== 'public' && access !== 'management';
}

function headers({ access, errors }: Endpoint): z.ZodObject {
  const subject = { 'Service-Subject': requiredIn(access) };
  if (errors?.includes('unknown_connection') !== true) return z.object(subject);
  return z.object({ ...subject, 'Service-Connection': connectionHeader.optional() });
}

function requiredIn(access: Access) {
  return access === 'subject' ? subjectHeader : subjectHeader.optional();
}

function responses(endpoint: Endpoint): ZodOpenApiResponsesObject {
  const envelope = z.object({
    status: z.literal('success'),
    data: endpoint.data,
    ...(endpoint.page === undefined ? {} : { pagination: Pagination }),
  });
  const success = (text: string) => ({
    description: text,
    headers: z.object({ 'Request-Id': requestIdHeader }),
    content: { 'application/json': { schema: envelope } },
  });
  const documented: ZodOpenApiResponsesObject = { [`${endpoint.status}`]: success(endpoint.summary) };
  if (endpoint.otherStatus !== undefined) {
    documented[`${endpoint.otherStatus.status}`] = success(endpoint.otherStatus.description);
  }
  for (const [status, codes] of errorsByStatus(errorsOf(endpoint))) {
    documented[`${status}` as '400'] = errorResponse(codes);
  }
  return documented;
}

function errorsOf(endpoint: Endpoint): ErrorCode[] {
  return [
    ...commonErrors,
    ...(endpoint.method === 'get' ? [] : bodyErrors),
    ...(endpoint.params === undefined ? [] : (['not_found'] as const)),
    ...(endpoint.page === undefined ? [] : (['invalid_cursor'] as const)),
    ...(endpoint.access === 'subject' || endpoint.access === 'subject-in-body'
      ? (['subject_required'] as const)
      : []),
    ...(endpoint.errors ?? []),
  ];
}

function errorsByStatus(codes: ErrorCode[]): Map<number, ErrorCode[]> {
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of codes) {
    const status = errorStatus[code];
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  return byStatus;
}

function errorResponse(codes: ErrorCode[]) {
  return {
    description: codes.map((code) => `\`${code}\``).join(', '),
    headers: z.object({ 'Request-Id': requestIdHeader }),
    content: {
      'application/json': {
        schema: z.object({
          status: z.literal('error'),
          error: z.object({
            message: z.string().meta({ description: 'For people.' }),
            code: z.enum(codes).meta({ description: 'For programs: stable.' }),
            details: z.unknown().optional(),
          }),
        }),
      },
    },
  };
}
