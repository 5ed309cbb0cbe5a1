import ipaddr from 'ipaddr.js';

type Range = [ipaddr.IPv4 | ipaddr.IPv6, number];

/**
 * Parses an address or a range, `203.0.113.7` or `2001:db8::/32`. Returns undefined for anything else, also for `127`
 * and `::1%eth0`.
 */
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

/**
 * Returns true if every entry of a list is an address or a CIDR range. Entries are separated by new lines or commas.
 */
export const isAddressList = (list: string): boolean => entries(list).every((entry) => rangeOf(entry) !== undefined);

/**
 * Returns true if a list contains an address; an empty list contains every address. An entry that cannot be parsed
 * matches no address, because a list that restricts access must not allow more than was meant.
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
