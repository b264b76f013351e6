import { expect, it } from 'vitest';
import { AddressAllowances } from '#api/http/limits/address-allowances.ts';

it.each([
  ['192.0.2.1', '::ffff:192.0.2.1'],
  // Some proxies put the port behind the address.
  ['192.0.2.1', '192.0.2.1:50001'],
  ['192.0.2.1:50001', '192.0.2.1:50002'],
  ['2001:db8:1:2::1', '2001:db8:1:2:ffff::'],
  ['2001:db8:1:2::1', '[2001:db8:1:2::9]:50001'],
])('%s and %s have one allowance', async (one, other) => {
  const allowances = new AddressAllowances(1);
  expect((await allowances.admit(one)).admitted).toBe(true);
  expect((await allowances.admit(other)).admitted).toBe(false);
});

it.each([
  ['192.0.2.1', '192.0.2.2'],
  ['2001:db8:1:2::1', '2001:db8:1:3::1'],
])('%s and %s have two', async (one, other) => {
  const allowances = new AddressAllowances(1);
  expect((await allowances.admit(one)).admitted).toBe(true);
  expect((await allowances.admit(other)).admitted).toBe(true);
});

it('a look spends nothing', async () => {
  const allowances = new AddressAllowances(2);
  expect(await allowances.look('192.0.2.1')).toMatchObject({ remaining: 2, admitted: true });
  await allowances.admit('192.0.2.1');
  expect(await allowances.look('192.0.2.1')).toMatchObject({ remaining: 1, admitted: true });
  expect((await allowances.admit('192.0.2.1')).admitted).toBe(true);
  await allowances.admit('192.0.2.1');
  expect(await allowances.look('192.0.2.1')).toMatchObject({ remaining: 0, admitted: true });
});
