import ipaddr from 'ipaddr.js';

/** A block of addresses. */
type Block = [address: ipaddr.IPv4 | ipaddr.IPv6, prefixLength: number];

/**
 * The non-public addresses that may be connected to: none, those of private networks, or the named blocks, as
 * `loopback` or in CIDR notation.
 */
export type PrivateAddresses = boolean | string[];

/** Whether an address may be connected to. */
export type AddressRule = (address: string) => boolean;

const named: Record<string, string[]> = {
  loopback: ['127.0.0.0/8', '::1/128'],
};

/**
 * What `true` allows. Link-local addresses, where clouds serve their machines' credentials, are not included. Whoever
 * needs them must name them.
 */
const privateNetworks = [
  ...(named['loopback'] ?? []),
  '10.0.0.0/8',
  '172.16.0.0/12',
  '192.168.0.0/16',
  '100.64.0.0/10',
  'fc00::/7',
];

/** IANA allocates public IPv6 addresses from this block only. */
const publicIpv6 = ipaddr.parseCIDR('2000::/3');

/** Allows public unicast addresses, and those that the deployment opens. */
export function addressRule(allowed: PrivateAddresses): AddressRule {
  const blocks = blocksOf(allowed);
  return (text) => {
    if (!ipaddr.isValid(text)) return false;
    // An IPv4-mapped IPv6 address is judged as the IPv4 address that is connected to.
    const address = ipaddr.process(text);
    return isPublic(address) || blocks.some((block) => isIn(address, block));
  };
}

/**
 * Parses `true`, `false`, or a comma-separated list of `loopback` and blocks in CIDR notation.
 * @throws if it is none of these
 */
export function parsePrivateAddresses(text: string): PrivateAddresses {
  if (text === 'true' || text === '1') return true;
  if (text === 'false' || text === '0') return false;
  const entries = text.split(',').map((entry) => entry.trim());
  for (const entry of entries) {
    if (named[entry] === undefined && !ipaddr.isValidCIDR(entry)) {
      throw new Error('must be true, false, or a list of blocks, as in loopback,10.1.0.0/16');
    }
  }
  return entries;
}

function blocksOf(allowed: PrivateAddresses): Block[] {
  if (allowed === false) return [];
  const entries = allowed === true ? privateNetworks : allowed.flatMap((entry) => named[entry] ?? [entry]);
  return entries.map((entry) => ipaddr.parseCIDR(entry));
}

function isPublic(address: ipaddr.IPv4 | ipaddr.IPv6): boolean {
  return address.range() === 'unicast' && (address.kind() === 'ipv4' || isIn(address, publicIpv6));
}

function isIn(address: ipaddr.IPv4 | ipaddr.IPv6, [network, prefixLength]: Block): boolean {
  return address.kind() === network.kind() && address.match(network, prefixLength);
}
