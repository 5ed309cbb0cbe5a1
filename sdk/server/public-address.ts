import { lookup } from 'node:dns/promises';
import ipaddr from 'ipaddr.js';

export interface Address {
  address: string;
  family: 4 | 6;
}

/** The IPv6 range of public unicast addresses; everything else is local, reserved or unassigned. */
const global6 = ipaddr.IPv6.parseCIDR('2000::/3');

/**
 * Returns false for private, loopback, link-local, carrier-grade NAT, multicast and reserved addresses, also if IPv6
 * embeds an IPv4 address.
 */
export const isPublicAddress = (address: string): boolean => {
  if (!ipaddr.isValid(address)) return false;
  // An IPv4 address mapped into IPv6 is checked as IPv4.
  const parsed = ipaddr.process(address);
  if (parsed.range() !== 'unicast') return false;
  return parsed.kind() === 'ipv4' || (parsed as ipaddr.IPv6).match(global6);
};

/** The address may not be called on behalf of others: it is private, of this machine, or has a port of its own. */
export class NotPublic extends Error {
  override readonly name = 'NotPublic';
}

/** Pages that tests serve on this machine: their host names, and the loopback ports that count as public. */
interface TestPages {
  names: ReadonlyMap<string, readonly string[]>;
  ports: ReadonlySet<number>;
}
const key = Symbol.for('balcao.test-pages');
// Set by test code in the test's own process; no setting, header or environment variable can set it.
const testPages = (): TestPages | undefined =>
  process.env['NODE_ENV'] === 'test' ? (globalThis as { [key]?: TestPages })[key] : undefined;

const isDefaultPort = ({ port }: URL): boolean => port === '';

/**
 * Resolves the host of a URL. All of its addresses must be public, otherwise throws NotPublic. `ownPorts` allows https
 * on other ports than 443.
 */
export const publicAddresses = async (url: URL, ownPorts = false): Promise<Address[]> => {
  const pages = testPages();
  // Development against an installation on the same machine.
  if (process.env['NODE_ENV'] === 'development' && url.hostname === 'localhost')
    return [{ address: '127.0.0.1', family: 4 }];
  const isTestPort = pages?.ports.has(Number(url.port)) ?? false;
  if (!['http:', 'https:'].includes(url.protocol)) throw new NotPublic('neither http nor https');
  if (!isDefaultPort(url) && !isTestPort && !(ownPorts && url.protocol === 'https:'))
    throw new NotPublic('a port of its own');
  const host = url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  const known = pages?.names.get(host);
  const found = ipaddr.isValid(host)
    ? [host]
    : (known ?? (await lookup(host, { all: true, verbatim: true })).map(({ address }) => address));
  const addresses = found.map((address): Address => ({
    address,
    family: ipaddr.parse(address).kind() === 'ipv6' ? 6 : 4,
  }));
  const refused = addresses.find(
    ({ address }) => !isPublicAddress(address) && !(isTestPort && address === '127.0.0.1'),
  );
  if (addresses.length === 0 || refused) throw new NotPublic('an address that is not public');
  return addresses;
};
