import { expect, it } from 'vitest';
import { productOf } from '#contract/request.ts';

it.each([
  ['/v1/loom/runs', 'loom'],
  ['/v1/voice/speak', 'voice'],
  ['/v1/mcp/grants', 'mcp'],
  ['/v1/agents', 'platform'],
  ['/console/session', 'platform'],
  ['/mcp/{agent_id}', 'mcp'],
  ['/oauth/token', 'mcp'],
])('a request to %s is counted as one of %s', (path, product) => {
  expect(productOf(path)).toBe(product);
});
