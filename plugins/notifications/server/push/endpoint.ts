import { lookup, type LookupAddress } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Tests run a push service on the loopback interface. Production and development never do. */
const isOfTests = ({ protocol, hostname }: URL): boolean =>
  process.env['NODE_ENV'] === 'test' && protocol === 'http:' && hostname === '127.0.0.1';

const mayReach = (address: string): boolean => ipaddr.isValid(address) && ipaddr.process(address).range() === 'unicast';

const bare = (host: string): string => host.replace(/^\[|\]$/g, '');

/**
 * Validates the address of a push service: it comes from the browser, so a signed-in person could send any. True for
 * https addresses that may be external; what a name resolves to is checked on connecting, by `outsideOnly`.
 */
export const isPushEndpoint = (text: string): boolean => {
  const url = URL.parse(text);
  if (!url || url.username !== '' || url.password !== '') return false;
  if (isOfTests(url)) return true;
  if (url.protocol !== 'https:' || (url.port !== '' && url.port !== '443')) return false;
  const host = bare(url.hostname);
  if (isIP(host) !== 0) return mayReach(host);
  return host.includes('.') && !/\.(local|localhost|internal|lan|home|corp|arpa)\.?$/i.test(host);
};

/** Thrown for an address that must not be connected to. */
export class RefusedAddress extends Error {
  constructor(host: string) {
    super(`${host} is no address outside`);
    this.name = 'RefusedAddress';
  }
}

/** Refuses a name that resolves to any internal address; the connection uses the addresses that were checked. */
export const outsideOnly: LookupFunction = (host, options, done) => {
  lookup(host, { ...options, all: true }, (error, found: LookupAddress[]) => {
    if (error) return done(error, '', 0);
    const [first] = found;
    if (!first || found.some(({ address }) => !mayReach(address))) return done(new RefusedAddress(host), '', 0);
    if (options.all) return done(null, found);
    return done(null, first.address, first.family);
  });
};
