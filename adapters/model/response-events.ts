import { isJsonObject, parseJson } from '#contract/json.ts';
import { withReadableFacts } from './stated-facts.ts';

const incomplete = /"type"\s*:\s*"response\.incomplete"/;

/**
 * The data of an event of the Responses API as its SDK reads it. An answer that ends as incomplete has a reason: without one, the SDK
 * would take it for a finished one.
 */
export function asResponseEvent(data: string): string {
  const read = withReadableFacts(data);
  return incomplete.test(read) ? withReason(read) : read;
}

function withReason(data: string): string {
  const event = parseJson(data);
  const response = isJsonObject(event) ? event['response'] : undefined;
  if (!isJsonObject(event) || !isJsonObject(response)) return data;
  const { incomplete_details: details } = response;
  const reason = isJsonObject(details) ? details['reason'] : undefined;
  if (typeof reason === 'string' && reason !== '') return data;
  return JSON.stringify({
    ...event,
    response: { ...response, incomplete_details: { reason: 'incomplete' } },
  });
}
