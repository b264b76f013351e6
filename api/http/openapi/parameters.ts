import { z } from 'zod';
import { consoleOrigins } from '#contract/console.ts';
import { Actor, SubjectRef } from '#contract/ids.ts';
import { longestIdempotencyKey } from '../idempotency/key-rules.ts';
import type { Access } from '../authentication/access.ts';
import { type Endpoint, takesConnection, takesIdempotencyKey } from '../endpoint/endpoint.ts';

/** Request headers, each described once. The id makes it a component of the document. */
const header = (id: string, schema: z.ZodType, description: string) =>
  schema.optional().meta({ description, param: { id } });

const subject = header(
  'Service-Subject',
  SubjectRef,
  'The acting end user. Required with an API key; a session token contains its own.',
);
const subjectOrWorkspace = header(
  'Service-Subject-Or-Workspace',
  SubjectRef,
  'The acting end user; without one, an API key acts for the whole workspace.',
);
const forSubject = header(
  'Service-Subject-If-Any',
  SubjectRef,
  'The end user for whom the request is made, if there is one: data that is stored for the request is then erased with the subject.',
);
const actor = header(
  'Service-Actor',
  Actor,
  'With an API key: the person behind the request if that is not the subject, such as an approver.',
);
const connection = header(
  'Service-Connection',
  z.string().min(1),
  'The host that the agent may call: the id of a connection or, with an API key, its name. Voice calls no host, but refuses an unknown one.',
);
const idempotencyKey = header(
  'Idempotency-Key',
  z.string().min(1).max(longestIdempotencyKey),
  'Makes the request safe to repeat: for 24 hours, the same request with the same key gets the same response.',
);

const consoleRequest = z.enum(consoleOrigins).meta({
  id: 'ConsoleOrigin',
  description: 'Sent by pages of the console.',
  param: { id: 'Console-Request' },
});
/** The header that names the subject, by access. */
const subjects = {
  'api-key': forSubject,
  subject,
  'subject-or-workspace': subjectOrWorkspace,
  'subject-in-body': subject,
} as const;

/** The parameters of an operation, by their location. */
export function parametersOf(endpoint: Endpoint) {
  const { access, params, query, headers } = endpoint;
  const header = {
    ...(isOfConsole(access) ? { 'Console-Request': consoleRequest } : {}),
    ...(access === 'public' || access === 'management' || isOfConsole(access)
      ? {}
      : { 'Service-Subject': subjects[access] }),
    ...(access === 'public' || isOfConsole(access) ? {} : { 'Service-Actor': actor }),
    ...(takesConnection(endpoint) ? { 'Service-Connection': connection } : {}),
    ...(takesIdempotencyKey(endpoint) ? { 'Idempotency-Key': idempotencyKey } : {}),
    ...(headers === undefined ? {} : (headers as z.ZodObject).shape),
  };
  return {
    ...(params === undefined ? {} : { path: params as z.ZodObject }),
    ...(query === undefined ? {} : { query: query as z.ZodObject }),
    ...(Object.keys(header).length === 0 ? {} : { header: z.object(header) }),
  };
}

function isOfConsole(access: Access): access is 'console' | 'console-page' {
  return access === 'console' || access === 'console-page';
}
