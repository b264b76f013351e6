import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { WorkspaceAllowances } from '#api/http/limits/workspace-allowances.ts';
import { createLogger } from '#process/config/logger.ts';
import { WorkspaceSettings } from '#store/credentials/workspace-settings.ts';
import type { Database } from '#store/mongo/database.ts';
import { testKeyring } from '../../../support/keyring.ts';

beforeEach(
  () => void vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'setInterval', 'clearInterval'] }),
);
afterEach(() => vi.useRealTimers());

const limit = 3;
const never = async () => await new Promise<never>(() => {});

/** A store that grants any share, except to the workspaces in `failing`, for which it behaves as given. */
function newAllowances(failing: Record<string, () => Promise<never>>) {
  const used: Record<string, number> = {};
  const db = {
    workspaces: {
      findOne: async ({ _id }: { _id: string }) =>
        (await failing[_id]?.()) ?? { rate_limit_per_minute: limit },
    },
    rate_limits: {
      findOneAndUpdate: async ({ _id }: { _id: string }) => {
        await failing[_id]?.();
        used[_id] = (used[_id] ?? 0) + 1;
        return { used: used[_id], granted: used[_id] > limit ? 0 : 1, granted_at: 0, resets_at: 60_000 };
      },
    },
  };
  return new WorkspaceAllowances(db as unknown as Database, {
    settings: new WorkspaceSettings(db as unknown as Database),
    keyring: testKeyring,
    defaultLimit: limit,
    log: createLogger('api', 'silent'),
  });
}

const admitted = async (
  allowances: WorkspaceAllowances,
  workspaceId: string,
  count: number,
  subject?: string,
) => {
  const all = await Promise.all(
    Array.from({ length: count }, async () => await allowances.admit(workspaceId, subject)),
  );
  return all.filter((allowance) => allowance.admitted).length;
};

it('[rate-limit.store-away] while the store is silent for one workspace, the limits of others hold', async () => {
  const allowances = newAllowances({ silent: never });
  const waiting = admitted(allowances, 'silent', 10);
  await vi.advanceTimersByTimeAsync(6000);
  expect(await waiting).toBe(limit);
  expect(await admitted(allowances, 'other', 10)).toBe(limit);
  // The workspace itself has no more than this process gives it, and waits no longer.
  expect(await admitted(allowances, 'silent', 10)).toBe(0);
});

it('[rate-limit.store-away] when the store answers again, it keeps the limit again', async () => {
  const failing: Record<string, () => Promise<never>> = {
    w: async () => await Promise.reject(new Error('away')),
  };
  const allowances = newAllowances(failing);
  expect(await admitted(allowances, 'w', 10)).toBe(limit);
  delete failing['w'];
  expect(await admitted(allowances, 'w', 1)).toBe(0);
  await vi.advanceTimersByTimeAsync(1000);
  await allowances.admit('w');
  await vi.advanceTimersByTimeAsync(0);
  expect(await admitted(allowances, 'w', 10)).toBe(limit);
});

it('[rate-limit.store-away] [rate-limit.subject-share] a process that counts by itself leaves a subject its share only', async () => {
  const allowances = newAllowances({ w: async () => await Promise.reject(new Error('away')) });
  expect(await admitted(allowances, 'w', 10, 'mallory')).toBe(2);
  expect(await admitted(allowances, 'w', 10)).toBe(1);
});

it('[decide.many.rate] a process that counts by itself spends all that a request counts as, or nothing', async () => {
  const allowances = newAllowances({ w: async () => await Promise.reject(new Error('away')) });
  expect(await allowances.admit('w', undefined, 4)).toMatchObject({ admitted: false, remaining: 3 });
  expect(await allowances.admit('w', 'ada', 3)).toMatchObject({ admitted: false, remaining: 2 });
  expect(await allowances.admit('w', undefined, 2)).toMatchObject({ admitted: true, remaining: 1 });
  expect(await allowances.admit('w', undefined, 2)).toMatchObject({ admitted: false, remaining: 1 });
});
