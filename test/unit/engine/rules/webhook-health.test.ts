import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  afterFailure,
  type AfterFailure,
  type Failures,
  givenUpAfterMs,
} from '#engine/rules/webhook-health.ts';

const hour = 60 * 60 * 1000;
const start = Date.UTC(2026, 10, 1);

interface Failed {
  /** Hours after the start. */
  at: number;
  final: boolean;
}

/** The results of a series of failures, with the notes that are made in between. */
function follow(failures: Failed[], retryScale = 1): AfterFailure[] {
  let known: Failures = {};
  return failures.map(({ at, final }) => {
    const after = afterFailure(known, { at: new Date(start + at * hour), final, retryScale });
    known = after.note ?? known;
    return after;
  });
}

const disables = (failures: Failed[], retryScale?: number) =>
  follow(failures, retryScale).some((after) => after.disables);
const failed = (at: number): Failed => ({ at, final: false });
const usedUp = (at: number): Failed => ({ at, final: true });
const everyDay = (days: number) => Array.from({ length: days }, (_, day) => failed(day * 24));

it('[webhook.delivery.always-failing] six quiet days between two failures do not disable an endpoint', () => {
  expect(disables([failed(0), failed(6 * 24)])).toBe(false);
  expect(disables([failed(0), usedUp(6 * 24)])).toBe(false);
});

it('[webhook.delivery.always-failing] failures on each of five days disable an endpoint when an event has used up its attempts', () => {
  expect(disables([...everyDay(5), usedUp(5 * 24)])).toBe(true);
  expect(disables([...everyDay(5), failed(5 * 24)])).toBe(false);
  expect(disables([...everyDay(5), usedUp(5 * 24 - 1)])).toBe(false);
});

it('[webhook.delivery.always-failing] the delays between the attempts of one event are no quiet time, whatever the jitter and the scale', () => {
  const schedule = [0, 0, 0.1, 0.6, 2.8, 8.3, 19.3, 34.7, 56.7, 83.1];
  const one = schedule.map(failed);
  const next = schedule.map((at) => ({ at: at + 48, final: at === 83.1 }));
  const all = [...one, ...next].toSorted((before, after) => before.at - after.at);
  expect(disables(all)).toBe(true);
  const slow = (failures: Failed[]) => failures.map(({ at, final }) => ({ at: at * 10, final }));
  expect(disables(slow(all), 10)).toBe(true);
});

it('[webhook.delivery.always-failing] whatever fails when, an endpoint is disabled only by an event that used up its attempts, five days into failures without a longer pause', () => {
  const failure = fc.record({ gap: fc.integer({ min: 0, max: 80 }), final: fc.boolean() });
  fc.assert(
    fc.property(fc.array(failure, { maxLength: 40 }), (gaps) => {
      let at = 0;
      const failures = gaps.map(({ gap, final }) => ({ at: (at += gap), final }));
      for (const [index, after] of follow(failures).entries()) {
        if (!after.disables) continue;
        const last = failures[index] as Failed;
        expect(last.final).toBe(true);
        const before = failures.slice(0, index + 1);
        // Going back from here, there is a failure at least every 36 hours, for five days.
        const series = before.findLastIndex((each, place) => each.at - (before[place - 1]?.at ?? -1000) > 36);
        expect((last.at - (before[series]?.at ?? last.at)) * hour).toBeGreaterThanOrEqual(givenUpAfterMs);
      }
    }),
  );
});

it('the latest failure is noted at most once an hour', () => {
  const minutes = Array.from({ length: 600 }, (_, minute) => failed(minute / 60));
  expect(follow(minutes).filter(({ note }) => note !== undefined)).toHaveLength(10);
});
