import { describe, expect, it } from 'vitest';
import { readTraceContext } from '#contract/trace-context.ts';

const traceparent = '00-0af7651916cd43dd8448eb211c80319c-00f067aa0ba902b7-01';
const tracestate = 'congo=t61rcWkgMzE,tenant@rojo=00f067aa0ba902b7';

describe('[mcp.server.trace-context] a trace context', () => {
  it('is read as it is', () => {
    expect(readTraceContext({ traceparent, tracestate, baggage: 'user=ada' })).toEqual({
      traceparent,
      tracestate,
    });
    expect(readTraceContext({ traceparent, tracestate: ' a=1 ,, b=2\t' })).toEqual({
      traceparent,
      tracestate: 'a=1,b=2',
    });
  });

  it.each([
    undefined,
    7,
    {},
    '',
    `${traceparent}\r\nX-Evil: 1`,
    `${traceparent}\n`,
    ` ${traceparent}`,
    traceparent.toUpperCase(),
    '00-00000000000000000000000000000000-00f067aa0ba902b7-01',
    '00-0af7651916cd43dd8448eb211c80319c-0000000000000000-01',
    'ff-0af7651916cd43dd8448eb211c80319c-00f067aa0ba902b7-01',
    `${traceparent}-more`,
  ])('that is none (%j) is left out', (value) => {
    expect(readTraceContext({ traceparent: value, tracestate })).toBeUndefined();
  });

  it.each([
    'a=1\r\nX-Evil: 1',
    'a=1,a=2',
    'A=1',
    'a',
    'a=',
    'a=b=c',
    'a=é',
    'a=\u0000',
    ',',
    `a=${'x'.repeat(600)}`,
    Array.from({ length: 33 }, (_, index) => `k${index}=1`).join(','),
    7,
  ])('has no state that is none (%j)', (value) => {
    expect(readTraceContext({ traceparent, tracestate: value })).toEqual({ traceparent });
  });

  it('is read in linear time', () => {
    const hostile = [
      'a'.repeat(512),
      `a=${' '.repeat(505)}`,
      'a@'.repeat(256),
      `${'a'.repeat(241)}@${'b'.repeat(200)}=`,
    ];
    const began = performance.now();
    for (let round = 0; round < 200; round += 1) {
      for (const each of hostile) readTraceContext({ traceparent, tracestate: each });
    }
    expect(performance.now() - began).toBeLessThan(1000);
  });
});
