import { expect, it } from 'vitest';
import { defaultWorkerStopSeconds } from '#process/config/environment.ts';
import { PatchDefinition } from '#contract/patch.ts';
import { shutdownTimes } from '#worker/create-temporal-workers.ts';

const longestCallSeconds = 300;

it('[worker.stop.sent-calls] by default, a worker waits longer than any call takes, and gives other work 20 seconds', () => {
  const definition = PatchDefinition.shape.timeout_seconds;
  expect(definition.safeParse(longestCallSeconds).success).toBe(true);
  expect(definition.safeParse(longestCallSeconds + 1).success).toBe(false);
  const { shutdownGraceTime, shutdownForceTime } = shutdownTimes(defaultWorkerStopSeconds * 1000);
  // A call may be sent just before the worker stops, and its result is stored after it.
  expect(shutdownForceTime).toBeGreaterThanOrEqual((longestCallSeconds + 30) * 1000);
  expect(shutdownGraceTime).toBe(20_000);
});

it('a worker that has little time to stop cancels other work before it gives up', () => {
  expect(shutdownTimes(15_000)).toEqual({ shutdownGraceTime: 2500, shutdownForceTime: 5000 });
});
