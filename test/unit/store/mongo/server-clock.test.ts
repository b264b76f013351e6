import { expect, it } from 'vitest';
import { ClockApartError } from '#engine/ports/clock.ts';
import { ServerClock } from '#store/mongo/server-clock.ts';

const minuteMs = 60_000;
/** The possible lead of this process's clock. */
const behind = (ms: number) => async () => new Date(Date.now() - ms);

it('goes by the clock of the process until the first reading', () => {
  const clock = new ServerClock(async () => new Date(0));
  expect(clock.offsetMs).toBe(0);
  expect(Math.abs(clock.now().getTime() - Date.now())).toBeLessThan(minuteMs);
});

it('[operations.clocks] tells the time of the server where the clocks are apart', async () => {
  const clock = new ServerClock(behind(9000));
  await clock.measure();
  expect(Math.round(clock.offsetMs / 1000)).toBeLessThanOrEqual(9);
  expect(Date.now() - clock.now().getTime()).toBeGreaterThan(8000);
});

it.each([15 * minuteMs, -15 * minuteMs])(
  '[operations.clocks] tells no time where the clocks are %i ms apart, and says so',
  async (ms) => {
    const clock = new ServerClock(behind(ms));
    await clock.measure();
    expect(() => clock.now()).toThrow(ClockApartError);
    expect(() => clock.check()).toThrow(ms > 0 ? /900 seconds ahead of/ : /900 seconds behind/);
  },
);

it('reads once more when it refuses, so that a clock that is right again is used at once', async () => {
  let apart = 15 * minuteMs;
  const clock = new ServerClock(async () => new Date(Date.now() - apart));
  await clock.measure();
  apart = 0;
  await expect.poll(() => readable(clock), { timeout: minuteMs }).toBe(true);
});

function readable(clock: ServerClock): boolean {
  try {
    clock.check();
    return true;
  } catch {
    return false;
  }
}

it('keeps what it knows if MongoDB is away', async () => {
  let away = false;
  const clock = new ServerClock(async () => {
    if (away) throw new Error('away');
    return await behind(9000)();
  });
  await clock.measure();
  away = true;
  await expect(clock.measure()).rejects.toThrow('away');
  expect(Date.now() - clock.now().getTime()).toBeGreaterThan(8000);
});
