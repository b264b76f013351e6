import { expect, it } from 'vitest';
import { addressRule, parsePrivateAddresses } from '#adapters/outbound-http/address-rule.ts';

const list = (...lines: string[]) => lines.flatMap((line) => line.split(' '));
const loopback = list('127.0.0.1 127.255.255.254 ::1 ::ffff:127.0.0.1 ::ffff:7f00:1');
const privateNetwork = list(
  '10.0.0.1 172.16.0.1 172.31.255.255 192.168.1.1 ::ffff:10.0.0.1',
  '100.64.0.1 100.127.255.255 fc00::1 fd12:3456::1',
);
const linkLocal = list('169.254.169.254 169.254.0.1 fe80::1 fe80::1%eth0 ::ffff:169.254.169.254');
const nobodys = list(
  '0.0.0.0 0.1.2.3 :: ::ffff:0.0.0.0 255.255.255.255 240.0.0.1 224.0.0.1 ff02::1',
  // Inside IPv6: compatible, translated, NAT64, 6to4 and Teredo forms of IPv4 addresses.
  '::7f00:1 ::ffff:0:127.0.0.1 64:ff9b::7f00:1 64:ff9b:1::7f00:1 2002:7f00:1:: 2001::1',
  '192.0.0.1 192.0.2.1 198.18.0.1 198.51.100.1 203.0.113.1 2001:db8::1 fec0::1 100::1 4000::1',
);
const noAddress = ['', 'localhost', '127.0.0.1.', '8.8.8.8.', '::g'];
const open = list('1.1.1.1 8.8.8.8 172.32.0.1 100.128.0.1 2606:4700::1111 ::ffff:8.8.8.8');

it.each([...loopback, ...privateNetwork, ...linkLocal, ...nobodys, ...noAddress])(
  '[outbound.private-addresses] %j is refused',
  (address) => {
    expect(addressRule(false)(address)).toBe(false);
  },
);

it.each(open)('%s is public', (address) => {
  expect(addressRule(false)(address)).toBe(true);
});

it('[outbound.private-addresses-allowed] true opens loopback and private networks, and no more', () => {
  const allowed = addressRule(true);
  expect([...loopback, ...privateNetwork, ...open].filter((address) => !allowed(address))).toEqual([]);
  expect([...linkLocal, ...nobodys].filter(allowed)).toEqual([]);
});

it('[outbound.private-addresses-allowed] loopback opens loopback, and no more', () => {
  const allowed = addressRule(['loopback']);
  expect([...loopback, ...open].filter((address) => !allowed(address))).toEqual([]);
  expect([...privateNetwork, ...linkLocal, ...nobodys].filter(allowed)).toEqual([]);
});

it('[outbound.private-addresses-allowed] a block opens itself, and no more', () => {
  const allowed = addressRule(['10.1.0.0/16', 'fd00::/16']);
  expect(['10.1.255.255', '::ffff:10.1.0.1', 'fd00::1', '8.8.8.8'].filter((one) => !allowed(one))).toEqual(
    [],
  );
  expect(['10.2.0.1', '127.0.0.1', 'fd01::1'].filter(allowed)).toEqual([]);
});

const metadata = list(
  '169.254.169.254 169.254.170.2 169.254.0.1 168.63.129.16 100.100.100.200 192.0.0.192',
  'fd00:ec2::254 fd00:ec2::23 fd20:ce::254 fd00:c1::a9fe:a9fe fd00:42::42',
  // The same inside IPv6: mapped, compatible, translated, NAT64, NAT64 of a local prefix, 6to4 and Teredo.
  '::ffff:169.254.169.254 ::ffff:a83f:8110 ::a9fe:a9fe ::ffff:0:169.254.169.254 64:ff9b::169.254.169.254',
  '64:ff9b::a83f:8110 64:ff9b:1::6464:64c8 64:ff9b:1:a9fe:a9:fe00:: 2002:a9fe:a9fe:: 2002:a83f:8110::1',
  '2001:0:102:304::5601:5601',
);
it.each(metadata)('[outbound.metadata-addresses] %s is refused, whatever is allowed', (address) => {
  for (const allowed of [
    false,
    true,
    ['0.0.0.0/0', '::/0'],
    [`${address}/${address.includes(':') ? 128 : 32}`],
  ]) {
    expect(addressRule(allowed)(address)).toBe(false);
  }
});

it('[outbound.metadata-addresses] their neighbours may be allowed', () => {
  const neighbours = list(
    '168.63.129.17 100.100.100.201 169.253.1.1 fd01:ec2::254 64:ff9b::a83f:8111 2001:db8::a9fe:a9fe',
  );
  const allowed = addressRule(['0.0.0.0/0', '64:ff9b::/96', 'fd00::/8']);
  expect(neighbours.filter((one) => !allowed(one))).toEqual(['2001:db8::a9fe:a9fe']);
});

it.each([
  ['true', true],
  ['1', true],
  ['false', false],
  ['0', false],
  ['loopback', ['loopback']],
  ['loopback, 10.1.0.0/16,fd00::/8', ['loopback', '10.1.0.0/16', 'fd00::/8']],
])('%s is understood', (text, value) => {
  expect(parsePrivateAddresses(text)).toEqual(value);
});

it.each(['yes', 'localhost', '10.0.0.1', '10.0.0.0/33', 'loopback,', 'true,loopback'])(
  '%s is not understood',
  (text) => {
    expect(() => parsePrivateAddresses(text)).toThrow(/^must be true, false, or a list/);
  },
);
