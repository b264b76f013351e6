/** The W3C trace context that a client gave with what opened a run: it is passed on with the calls of the run. */
export interface TraceContext {
  traceparent: string;
  tracestate?: string;
}

/** Version 00, with ids that are not all zeros. */
const traceparentForm = /^00-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/;

const longestState = 512;
const mostMembers = 32;
const memberForm =
  /^(?:[a-z][a-z0-9_\-*/]{0,255}|[a-z0-9][a-z0-9_\-*/]{0,240}@[a-z][a-z0-9_\-*/]{0,13})=[\x20-\x2b\x2d-\x3c\x3e-\x7e]{0,255}[\x21-\x2b\x2d-\x3c\x3e-\x7e]$/;

/**
 * Reads a trace context by its syntax. What is not one is left out, as the recommendation asks, so that nothing else ever stands in
 * a header. Baggage is not read: it is free text of others, and hosts would be sent it.
 * @param fields such as `_meta` of a message of MCP
 */
export function readTraceContext(fields: Record<string, unknown> | undefined): TraceContext | undefined {
  const { traceparent, tracestate } = fields ?? {};
  if (typeof traceparent !== 'string' || !traceparentForm.test(traceparent)) return undefined;
  const state = readState(tracestate);
  return { traceparent, ...(state === undefined ? {} : { tracestate: state }) };
}

function readState(value: unknown): string | undefined {
  if (typeof value !== 'string' || value.length > longestState) return undefined;
  const members = value
    .split(',')
    .map((member) => member.replace(/^[ \t]+/, '').replace(/[ \t]+$/, ''))
    .filter((member) => member !== '');
  const isValid =
    members.length > 0 &&
    members.length <= mostMembers &&
    members.every((member) => memberForm.test(member)) &&
    new Set(members.map((member) => member.slice(0, member.indexOf('=')))).size === members.length;
  return isValid ? members.join(',') : undefined;
}
