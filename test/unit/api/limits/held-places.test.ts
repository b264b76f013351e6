import { expect, it } from 'vitest';
import { HeldPlaces } from '#api/limits/held-places.ts';

const newPlaces = () => new HeldPlaces('streams of events', { subject: 2, workspace: 3, address: 4 });
const holder = { workspaceId: 'w', subject: 'ada', address: '192.0.2.1' };
const refused = (kind: string, most: number) =>
  expect.objectContaining({
    code: 'rate_limited',
    status: 429,
    message: `The ${kind} has ${most} streams of events open, which is as many as it may.`,
    retryAfterSeconds: expect.any(Number) as number,
  }) as Error;

it('[rate-limit.held-open] a subject holds so many, and another one of them when one has ended', () => {
  const places = newPlaces();
  const leave = places.take(holder);
  places.take({ ...holder, address: '192.0.2.2' });
  expect(() => places.take({ ...holder, address: '192.0.2.3' })).toThrow(refused('subject', 2));
  // The same name in another workspace is somebody else.
  places.take({ ...holder, workspaceId: 'v' });
  leave();
  places.take(holder);
  expect(() => places.take(holder)).toThrow(refused('subject', 2));
});

it('[rate-limit.held-open] a workspace holds so many, whoever its subjects are', () => {
  const places = newPlaces();
  for (const subject of ['a', 'b', undefined]) places.take({ ...holder, subject });
  expect(() => places.take({ ...holder, subject: 'd' })).toThrow(refused('workspace', 3));
  places.take({ ...holder, workspaceId: 'v' });
});

it('[rate-limit.held-open] an address holds so many, whichever workspaces they are of, and IPv6 counts by network', () => {
  const places = newPlaces();
  for (const n of [1, 2, 3, 4])
    places.take({ workspaceId: `w${n}`, subject: 's', address: `2001:db8::${n}` });
  const another = { workspaceId: 'w5', subject: 's', address: '2001:db8::5' };
  expect(() => places.take(another)).toThrow(refused('address', 4));
  places.take({ ...another, address: '2001:db8:0:1::5' });
});

it('what was refused takes no place', () => {
  const places = newPlaces();
  const leaves = [places.take(holder), places.take(holder)];
  for (let n = 0; n < 10; n += 1) expect(() => places.take(holder)).toThrow(refused('subject', 2));
  for (const leave of leaves) leave();
  for (const subject of ['a', 'b', 'c']) places.take({ ...holder, subject });
});
