import { expect, it } from 'vitest';
import type { TraceContext } from '#contract/trace-context.ts';
import type { OpenConnection } from '#engine/rules/call-connection.ts';
import { prepareHttpCall } from '#integrations/calls/prepare-http-call.ts';
import { traceContextOf } from '#integrations/calls/trace-context-of.ts';
import { now, call, run, tool } from '../../../support/rules/documents.ts';

const traceparent = '00-0af7651916cd43dd8448eb211c80319c-00f067aa0ba902b7-01';
const trace_context = { traceparent, tracestate: 'a=1' };
const other = '00-12121212121212121212121212121212-3434343434343434-01';

/** The headers of a call whose patch and connection send these themselves. */
function sent(
  patch: Record<string, string>,
  connection: Record<string, string> = {},
  context: TraceContext | undefined = trace_context,
) {
  const request = { method: 'POST', path: '/pay', headers: patch } as const;
  const on: OpenConnection = {
    id: 'connection',
    name: 'host',
    type: 'http',
    base_url: 'https://host.example',
    headers: connection,
    trace_context: false,
    updated_at: now,
  };
  const prepared = prepareHttpCall(tool({ request }).patch, run({ trace_context }), call(), on, context);
  if ('impossible' in prepared) throw new Error(JSON.stringify(prepared.impossible));
  return prepared.request.headers;
}

it('[mcp.server.trace-context] a call carries the trace context of its run', () => {
  expect(sent({})).toMatchObject(trace_context);
});

const own: Record<string, string>[][] = [
  [{ Traceparent: other }, {}, { traceparent: other }],
  [{ tracestate: 'b=2' }, {}, { tracestate: 'b=2' }],
  [{}, { traceparent: other }, { traceparent: other }],
];

it.each(own)(
  '[mcp.server.trace-context] beside the members %j of a patch and %j of a connection, it carries none of the run',
  (patch = {}, connection = {}, expected = {}) => {
    const members = Object.entries(sent(patch, connection)).filter(([name]) => /^trace/i.test(name));
    expect(Object.fromEntries(members)).toEqual(expected);
  },
);

it('[connection.trace-context] a call carries the context of the attempt only if its connection asks for it and the process is traced', () => {
  const ofAttempt = { traceparent: other };
  const of = (asks: boolean, here: TraceContext | undefined) =>
    traceContextOf({ traceContext: () => here }, { trace_context }, { trace_context: asks });
  expect(of(true, ofAttempt)).toEqual(ofAttempt);
  expect(of(true, undefined)).toEqual(trace_context);
  expect(of(false, ofAttempt)).toEqual(trace_context);
  expect(traceContextOf({ traceContext: () => ofAttempt }, {}, null)).toBeUndefined();
  expect(sent({}, {}, ofAttempt)).toMatchObject(ofAttempt);
  expect(sent({}, {}, ofAttempt)).not.toHaveProperty('tracestate');
});
