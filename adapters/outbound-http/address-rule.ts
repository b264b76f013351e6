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

/** The networks that `true` allows. Link-local addresses of IPv6 are not included: they must be named. */
const privateNetworks = [
  ...(named['loopback'] ?? []),
  '10.0.0.0/8',
  '172.16.0.0/12',
  '192.168.0.0/16',
  '100.64.0.0/10',
  'fc00::/7',
];

/**
 * Addresses that serve the credentials of a cloud's machines and containers: AWS, Google, Azure, Oracle, Alibaba and
 * Scaleway. No setting allows these.
 */
const metadataServices = [
  '169.254.0.0/16',
  '168.63.129.16/32',
  '100.100.100.200/32',
  '192.0.0.192/32',
  'fd00:ec2::/32',
  'fd20:ce::/32',
  'fd00:c1::a9fe:a9fe/128',
  'fd00:42::42/128',
].map((block) => ipaddr.parseCIDR(block));

/** IANA allocates public IPv6 addresses from this block only. */
const publicIpv6 = ipaddr.parseCIDR('2000::/3');

/** Allows public unicast addresses, and those that the deployment opens, but never those of metadata services. */
export function addressRule(allowed: PrivateAddresses): AddressRule {
  const blocks = blocksOf(allowed);
  return (text) => {
    if (!ipaddr.isValid(text)) return false;
    // An IPv4-mapped IPv6 address is judged as the IPv4 address that is connected to.
    const address = ipaddr.process(text);
    if (isMetadataService(address)) return false;
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

function isMetadataService(address: ipaddr.IPv4 | ipaddr.IPv6): boolean {
  const embedded = address instanceof ipaddr.IPv6 && !isPublic(address) ? embeddedIn(address) : [];
  return [address, ...embedded].some((one) => metadataServices.some((block) => isIn(one, block)));
}

/**
 * The IPv4 addresses to which a non-public IPv6 address may be translated: by NAT64 (RFC 6052, with prefixes of 96 and
 * 48 bits), 6to4 or Teredo, or because it is IPv4-compatible or IPv4-translated.
 */
function embeddedIn({ parts }: ipaddr.IPv6): ipaddr.IPv4[] {
  const bytes = parts.flatMap((part) => [part >> 8, part & 0xff]);
  const last = bytes.slice(12);
  const octets = [
    last,
    last.map((byte) => byte ^ 0xff),
    bytes.slice(2, 6),
    [...bytes.slice(6, 8), ...bytes.slice(9, 11)],
  ];
  return octets.map((four) => new ipaddr.IPv4(four));
}

function isIn(address: ipaddr.IPv4 | ipaddr.IPv6, [network, prefixLength]: Block): boolean {
  return address.kind() === network.kind() && address.match(network, prefixLength);
}
