import { expect, it } from 'vitest';
import { Heddle } from '#heddle-client/index.ts';

/** A client, and the bodies that it has sent. */
function recorded() {
  const bodies: unknown[] = [];
  const client = new Heddle({
    baseUrl: 'http://heddle.example',
    apiKey: 'sk_x',
    fetch: async (_, init) => {
      bodies.push(init?.body);
      return new Response('{"status":"success","data":{}}', {
        headers: { 'content-type': 'application/json' },
      });
    },
  });
  return { client, bodies };
}

it.each([Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY])(
  '[clients.finite-numbers] %d is refused, and nothing is sent',
  async (amount) => {
    const { client, bodies } = recorded();
    const revision = { tool_call_id: 'call', args: { lines: [{ amount }] } };
    await expect(client.runs.revise('run', revision)).rejects.toThrow('amount must be a finite number');
    expect(bodies).toEqual([]);
  },
);

it('[clients.finite-numbers] any other number is sent as JSON writes it', async () => {
  const { client, bodies } = recorded();
  await client.runs.revise('run', { tool_call_id: 'call', args: { a: 1.1, b: 1e21, c: 1e-7, d: -0 } });
  expect(bodies).toEqual(['{"tool_call_id":"call","args":{"a":1.1,"b":1e+21,"c":1e-7,"d":0}}']);
});
