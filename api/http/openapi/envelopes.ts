import { z } from 'zod';
import { type ErrorCode, errorStatus } from '#contract/errors.ts';
import { Pagination } from '#contract/pagination.ts';

/**
 * The envelopes of responses, each with a name in the document: `RunEnvelope` has a run, `RunPage` a page of runs.
 * Generators name a schema without a name by path and status, once for each operation.
 */

const Success = z.literal('success').meta({ id: 'Success' });

const made = new Map<string, z.ZodObject>();

/**
 * The envelope of a success.
 * @param options.beside the fields of the data are repeated beside it
 * @throws {Error} if the schema of the data, or of the elements of a list, has no id
 */
export function envelopeOf(data: z.ZodType, { beside = false }: { beside?: boolean } = {}): z.ZodObject {
  const isPage = data instanceof z.ZodArray;
  const name = `${idOf(isPage ? (data.element as z.ZodType) : data)}${isPage ? 'Page' : 'Envelope'}`;
  const envelope =
    made.get(name) ??
    z
      .object({
        ...(beside ? (data as z.ZodObject).shape : {}),
        status: Success,
        data,
        ...(isPage ? { pagination: Pagination } : {}),
      })
      .meta({ id: name });
  made.set(name, envelope);
  return envelope;
}

export function idOf(schema: z.ZodType): string {
  const id = z.globalRegistry.get(schema)?.id;
  if (id === undefined) throw new Error('what a response contains needs an id in its meta');
  return id;
}

const ErrorCodeName = z.enum(Object.keys(errorStatus) as [ErrorCode, ...ErrorCode[]]).meta({
  id: 'ErrorCode',
  description: 'Stable: branch on it. More codes may be added.',
});

const ServiceErrorBody = z
  .object({
    message: z.string().meta({ description: 'For people.' }),
    code: ErrorCodeName,
    details: z.unknown().optional().meta({ description: 'Further information for programs, by code.' }),
  })
  .meta({ id: 'Error', description: 'The request was refused, or has failed.' });

/** The envelope of every error. Which codes an operation returns is in `x-error-codes` of its responses. */
export const ErrorEnvelope = z
  .object({ status: z.literal('error'), error: ServiceErrorBody })
  .meta({ id: 'ErrorEnvelope' });

/**
 * One event of a `text/event-stream`, as OpenAPI describes it: by the fields of its text, which are all strings. `data`
 * contains JSON of the given schema, which needs an id.
 * @param end the `data` of the last event of a stream that says so
 */
export function serverSentEvent(data: z.ZodType, end?: string): z.ZodObject {
  const id = idOf(data);
  const json = {
    contentMediaType: 'application/json',
    contentSchema: { $ref: `#/components/schemas/${id}` },
  };
  const name = `ServerSent${id}`;
  const event =
    made.get(name) ??
    z
      .object({
        id: z.string().optional().meta({ description: 'Where to continue: `Last-Event-ID`.' }),
        event: z.string().optional().meta({ description: 'The type, as in `data`.' }),
        data: z
          .string()
          .optional()
          .meta({
            description: `${id}, as JSON${end === undefined ? '' : `, and at last \`${end}\``}.`,
            // For a union, a generator makes types with names that it does not declare.
            override: end === undefined ? json : { if: { const: end }, else: json },
          }),
      })
      .meta({ id: name });
  made.set(name, event);
  return event;
}
