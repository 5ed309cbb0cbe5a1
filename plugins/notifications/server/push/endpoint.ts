import { lookup, type LookupAddress } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';

/** A test's push service stands on this machine. Neither production nor development ever runs so. */
const isOfTests = ({ protocol, hostname }: URL): boolean =>
  process.env['NODE_ENV'] === 'test' && protocol === 'http:' && hostname === '127.0.0.1';

const mayReach = (address: string): boolean => ipaddr.isValid(address) && ipaddr.process(address).range() === 'unicast';

const bare = (host: string): string => host.replace(/^\[|\]$/g, '');

/**
 * A push service's address comes from the browser, so whoever is signed in could name any. True for https addresses
 * that may lie outside; what a name resolves to is judged when it is called, by `outsideOnly`.
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

/** The address is one that nothing may be sent to. */
export class RefusedAddress extends Error {
  constructor(host: string) {
    super(`${host} is no address outside`);
    this.name = 'RefusedAddress';
  }
}

/** A name that also leads to a place inside is refused whole; the connection goes to what was judged. */
export const outsideOnly: LookupFunction = (host, options, done) => {
  lookup(host, { ...options, all: true }, (error, found: LookupAddress[]) => {
    if (error) return done(error, '', 0);
    const [first] = found;
    if (!first || found.some(({ address }) => !mayReach(address))) return done(new RefusedAddress(host), '', 0);
    if (options.all) return done(null, found);
    return done(null, first.address, first.family);
  });
};
