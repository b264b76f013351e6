import type { ZodOpenApiOperationObject } from 'zod-openapi';
import type { Endpoint } from '../endpoint/endpoint.ts';
import { media } from './examples/example-of.ts';
import { parametersOf } from './parameters.ts';
import { responsesOf } from './responses.ts';
import { securityOf } from './security.ts';
import { tagOf } from './tags.ts';
import { roles, rolesThatMay } from '#contract/role-rules.ts';

/** Describes an endpoint: its input, who may call it, and all its responses. */
export function describeOperation(endpoint: Endpoint): ZodOpenApiOperationObject {
  const { operation, summary, body, form, upload, optionalBody } = endpoint;
  return {
    operationId: operation,
    summary,
    ...rolesOf(endpoint),
    tags: [tagOf(endpoint)],
    security: securityOf(endpoint),
    requestParams: parametersOf(endpoint),
    ...(body === undefined
      ? {}
      : {
          requestBody: {
            required: optionalBody !== true,
            content:
              upload === undefined
                ? {
                    'application/json': media(body),
                    ...(form === true ? { 'application/x-www-form-urlencoded': media(body) } : {}),
                  }
                : { 'multipart/form-data': media(body) },
          },
        }),
    responses: responsesOf(endpoint),
  };
}

/** The roles that may call it in the console. Requests with an API key or a session token have no role. */
function rolesOf({ access, role }: Endpoint): { description?: string; 'x-console-roles'?: string[] } {
  if (access === 'public' || access === 'console-page') return {};
  const allowed = rolesThatMay(role);
  const named =
    allowed.length === roles.length ? 'any role' : allowed.map((each) => `\`${each}\``).join(', ');
  return { description: `In the console: ${named}.`, 'x-console-roles': allowed };
}
