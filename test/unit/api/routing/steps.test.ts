import { expect, it } from 'vitest';
import { allEndpoints } from '#api/endpoints.ts';
import type { Authenticator } from '#api/http/authentication/authenticate.ts';
import { mountEndpoints } from '#api/http/routing/mount.ts';
import type { ApiServices } from '#api/services.ts';

it('at most seven steps stand before an endpoint, after those of every request', () => {
  const router = mountEndpoints(allEndpoints, { allowances: {} } as ApiServices, {} as Authenticator);
  const steps = router.stack.map(({ stack }) => stack.length - 1);
  expect(Math.max(...steps)).toBeLessThanOrEqual(7);
});
