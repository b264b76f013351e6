import type { ZodOpenApiOperationObject } from 'zod-openapi';
import type { Endpoint } from '../endpoint/endpoint.ts';
import { media } from './examples/example-of.ts';
import { parametersOf } from './parameters.ts';
import { responsesOf } from './responses.ts';
import { securityOf } from './security.ts';
import { tagOf } from './tags.ts';

/** Describes an endpoint: its input, who may call it, and all its responses. */
export function describeOperation(endpoint: Endpoint): ZodOpenApiOperationObject {
  const { operation, summary, access, body, form, upload, optionalBody } = endpoint;
  return {
    operationId: operation,
    summary,
    tags: [tagOf(endpoint)],
    security: securityOf(access),
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
