import { expect, it } from 'vitest';
import { ConcurrencyLimiter } from '#api/http/limits/concurrency-limiter.ts';

const newLimiter = () =>
  new ConcurrencyLimiter('streams of events', { subject: 2, workspace: 3, address: 4 });
const holder = { workspaceId: 'w', subject: 'ada', address: '192.0.2.1' };
const refused = (kind: string, most: number) =>
  expect.objectContaining({
    code: 'rate_limited',
    status: 429,
    message: `The ${kind} has ${most} streams of events open, which is its limit.`,
    retryAfterSeconds: expect.any(Number) as number,
  }) as Error;

it('[rate-limit.held-open] a subject holds so many, and another one of them when one has ended', () => {
  const places = newLimiter();
  const leave = places.admit(holder);
  places.admit({ ...holder, address: '192.0.2.2' });
  expect(() => places.admit({ ...holder, address: '192.0.2.3' })).toThrow(refused('subject', 2));
  // The same name in another workspace is somebody else.
  places.admit({ ...holder, workspaceId: 'v' });
  leave();
  places.admit(holder);
  expect(() => places.admit(holder)).toThrow(refused('subject', 2));
});

it('[rate-limit.held-open] a workspace holds so many, whoever its subjects are', () => {
  const places = newLimiter();
  for (const subject of ['a', 'b', undefined]) places.admit({ ...holder, subject });
  expect(() => places.admit({ ...holder, subject: 'd' })).toThrow(refused('workspace', 3));
  places.admit({ ...holder, workspaceId: 'v' });
});

it('[rate-limit.held-open] an address holds so many, whichever workspaces they are of, and IPv6 counts by network', () => {
  const places = newLimiter();
  for (const n of [1, 2, 3, 4])
    places.admit({ workspaceId: `w${n}`, subject: 's', address: `2001:db8::${n}` });
  const another = { workspaceId: 'w5', subject: 's', address: '2001:db8::5' };
  expect(() => places.admit(another)).toThrow(refused('address', 4));
  places.admit({ ...another, address: '2001:db8:0:1::5' });
});

it('what was refused takes no place', () => {
  const places = newLimiter();
  const leaves = [places.admit(holder), places.admit(holder)];
  for (let n = 0; n < 10; n += 1) expect(() => places.admit(holder)).toThrow(refused('subject', 2));
  for (const leave of leaves) leave();
  for (const subject of ['a', 'b', 'c']) places.admit({ ...holder, subject });
});
