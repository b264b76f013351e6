import { expect, it } from 'vitest';
import { UnsettledRequests } from '#console/api/unsettled-requests.ts';

const address = '/v1/loom/threads/1/messages ada';

it('[console.once] the same request has the same key until it has an answer, and a new one afterwards', () => {
  const requests = new UnsettledRequests();
  const key = requests.keyOf(address, '{"content":"yes"}');
  expect(requests.keyOf(address, '{"content":"yes"}')).toBe(key);
  expect(requests.keyOf(address, '{"content":"no"}')).not.toBe(key);
  expect(requests.keyOf('/v1/loom/threads/1/messages bo', '{"content":"yes"}')).not.toBe(key);
  requests.settled(address);
  expect(requests.keyOf(address, '{"content":"yes"}')).not.toBe(key);
});

it('[console.once] the same words are said anew after others got their answer, and after ten minutes', () => {
  const requests = new UnsettledRequests();
  const key = requests.keyOf(address, 'yes', 0);
  expect(requests.keyOf(address, 'yes', 599_000)).toBe(key);
  expect(requests.keyOf(address, 'yes', 601_000)).not.toBe(key);
  const other = requests.keyOf('b', 'yes', 0);
  requests.settled(address);
  expect(requests.keyOf('b', 'yes', 1)).toBe(other);
});

it('holds a bounded number of keys', () => {
  const requests = new UnsettledRequests();
  const first = requests.keyOf(address, 'first');
  for (let index = 0; index < 100; index += 1) requests.keyOf(address, `${index}`);
  expect(requests.keyOf(address, 'first')).not.toBe(first);
});
