import ipaddr from 'ipaddr.js';
import type { Scope } from '@balcao/sdk/server';
import type { ApiAddresses } from '../../contract.ts';

type Range = [ipaddr.IPv4 | ipaddr.IPv6, number];

/** An address or a range, `203.0.113.7` or `2001:db8::/32`; undefined for anything else. */
const rangeOf = (text: string): Range | undefined => {
  if (ipaddr.isValidCIDR(text)) return ipaddr.parseCIDR(text);
  if (!ipaddr.isValid(text)) return undefined;
  const address = ipaddr.process(text);
  return [address, address.kind() === 'ipv4' ? 32 : 128];
};

const entries = (list: string): string[] => list.split(/[\s,;]+/).filter((entry) => entry !== '');

/** An entry that cannot be read lets nobody in: what is written down to keep people out must not open the door. */
export const allowsAddress = (list: string, ip: string): boolean => {
  const wanted = entries(list);
  if (wanted.length === 0) return true;
  if (!ipaddr.isValid(ip)) return false;
  const address = ipaddr.process(ip);
  return wanted.some((entry) => {
    const range = rangeOf(entry);
    return range !== undefined && range[0].kind() === address.kind() && address.match(range);
  });
};

export const apiAddressesService = (scope: Scope): ApiAddresses => ({
  allows: (ip) => allowsAddress(scope.settings.get('apiAllowedAddresses'), ip),
});
