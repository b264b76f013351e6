import { expect, it } from 'vitest';
import { UnsettledRequests } from '#console/api/unsettled-requests.ts';

const to = { address: '/v1/loom/threads/1/messages ada' };

it('[console.once] the same request has the same key until it has an answer, and a new one afterwards', () => {
  const requests = new UnsettledRequests();
  const key = requests.keyOf(to, '{"content":"yes"}');
  expect(requests.keyOf(to, '{"content":"yes"}')).toBe(key);
  expect(requests.keyOf(to, '{"content":"no"}')).not.toBe(key);
  expect(requests.keyOf({ address: '/v1/loom/threads/1/messages bo' }, '{"content":"yes"}')).not.toBe(key);
  requests.settled(to);
  expect(requests.keyOf(to, '{"content":"yes"}')).not.toBe(key);
});

it('[console.once] the same words are said anew after others got their answer, and after ten minutes', () => {
  const requests = new UnsettledRequests();
  const key = requests.keyOf(to, 'yes', 0);
  expect(requests.keyOf(to, 'yes', 599_000)).toBe(key);
  expect(requests.keyOf(to, 'yes', 601_000)).not.toBe(key);
  const other = requests.keyOf({ address: 'b' }, 'yes', 0);
  requests.settled(to);
  expect(requests.keyOf({ address: 'b' }, 'yes', 1)).toBe(other);
});

it('[console.once] an answer about a run settles whatever was asked of it, and of no other run', () => {
  const requests = new UnsettledRequests();
  const approve = { address: '/v1/loom/runs/1/confirm ada', place: '/v1/loom/runs/1' };
  const elsewhere = { address: '/v1/loom/runs/2/confirm ada', place: '/v1/loom/runs/2' };
  const key = requests.keyOf(approve, 'approve');
  const other = requests.keyOf(elsewhere, 'approve');
  requests.settled({ address: '/v1/loom/runs/1/withdraw ada', place: '/v1/loom/runs/1' });
  expect(requests.keyOf(approve, 'approve')).not.toBe(key);
  expect(requests.keyOf(elsewhere, 'approve')).toBe(other);
});

it('[console.once] whoever signs in means what they ask for themselves', () => {
  const requests = new UnsettledRequests();
  const key = requests.keyOf(to, 'yes');
  requests.forget();
  expect(requests.keyOf(to, 'yes')).not.toBe(key);
});

it('holds a bounded number of keys', () => {
  const requests = new UnsettledRequests();
  const first = requests.keyOf(to, 'first');
  for (let index = 0; index < 100; index += 1) requests.keyOf(to, `${index}`);
  expect(requests.keyOf(to, 'first')).not.toBe(first);
});
