import { lookup } from 'node:dns/promises';
import ipaddr from 'ipaddr.js';

export interface Address {
  address: string;
  family: 4 | 6;
}

/** Of the addresses that are given out to the public internet; everything else is ours, the provider's, or nobody's. */
const global6 = ipaddr.IPv6.parseCIDR('2000::/3');

/** Neither private, loopback, link-local, carrier-grade NAT, multicast, reserved, nor an IPv4 address in disguise. */
export const isPublicAddress = (address: string): boolean => {
  if (!ipaddr.isValid(address)) return false;
  // An IPv4 address mapped into IPv6 is judged as what it is.
  const parsed = ipaddr.process(address);
  if (parsed.range() !== 'unicast') return false;
  return parsed.kind() === 'ipv4' || (parsed as ipaddr.IPv6).match(global6);
};

/** An address that a server must not call for somebody else: private, of this machine, or with a port of its own. */
export class NotPublic extends Error {
  override readonly name = 'NotPublic';
}

/** Pages that tests serve on this machine: names they answer to, and the ports of the loopback that count as public. */
interface TestPages {
  names: ReadonlyMap<string, readonly string[]>;
  ports: ReadonlySet<number>;
}
const key = Symbol.for('balcao.test-pages');
// Set by code of a test in the test's own process: no setting, header or variable of the environment reaches it.
const testPages = (): TestPages | undefined =>
  process.env['NODE_ENV'] === 'test' ? (globalThis as { [key]?: TestPages })[key] : undefined;

const isDefaultPort = ({ port }: URL): boolean => port === '';

/**
 * Where something may be fetched from: every address of its host, all of them public. Throws NotPublic. `ownPorts`: https
 * may have a port of its own.
 */
export const publicAddresses = async (url: URL, ownPorts = false): Promise<Address[]> => {
  const pages = testPages();
  // Whoever develops against an installation on the same machine says so.
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
