import ipaddr from 'ipaddr.js';

type Range = [ipaddr.IPv4 | ipaddr.IPv6, number];

/** An address or a range, `203.0.113.7` or `2001:db8::/32`; undefined for anything else, `127` and `::1%eth0` too. */
const rangeOf = (text: string): Range | undefined => {
  const [address = '', bits, more] = text.split('/');
  const isWhole =
    ipaddr.IPv4.isValidFourPartDecimal(address) || (ipaddr.IPv6.isValid(address) && !address.includes('%'));
  if (!isWhole || more !== undefined) return undefined;
  if (bits !== undefined) return ipaddr.isValidCIDR(text) ? ipaddr.parseCIDR(text) : undefined;
  const parsed = ipaddr.process(address);
  return [parsed, parsed.kind() === 'ipv4' ? 32 : 128];
};
const entries = (list: string): string[] => list.split(/[\s,;]+/).filter((entry) => entry !== '');

/** Whether every entry of a list can be read: addresses and CIDR ranges, one a line or with commas. */
export const isAddressList = (list: string): boolean => entries(list).every((entry) => rangeOf(entry) !== undefined);

/**
 * Whether an address is on a list; an empty list has everybody on it. An entry that cannot be read lets nobody in: what
 * is written down to keep people out must not open the door.
 */
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
