import type { RouteRequest } from '@balcao/sdk/server';

/**
 * Converts a typed or pasted site address to the form that browsers send in `Origin`; `*.` matches every subdomain.
 * Undefined if it is no web address.
 */
export const toOrigin = (text: string): string | undefined => {
  const typed = text.trim().toLowerCase();
  const plain = typed.replace('*.', '');
  try {
    const { protocol, host, origin } = new URL(/^[a-z]+:\/\//.test(plain) ? plain : `https://${plain}`);
    if (!/^https?:$/.test(protocol) || !/^[a-z0-9.:[\]-]+$/.test(host)) return undefined;
    return /^(https?:\/\/)?\*\./.test(typed) ? `${protocol}//*.${host}` : origin;
  } catch {
    return undefined;
  }
};

/** Returns true if a page may embed the chat; an empty list allows every page. */
export const isAllowed = (origin: string | undefined, allowed: readonly string[]): boolean => {
  if (allowed.length === 0) return true;
  if (origin === undefined) return false;
  return allowed.some((entry) => {
    const [scheme = '', host = ''] = entry.split('//');
    if (!host.startsWith('*.')) return entry === origin;
    return origin.startsWith(`${scheme}//`) && origin.endsWith(host.slice(1));
  });
};

const header = (value: string | string[] | undefined): string | undefined =>
  typeof value === 'string' ? value : undefined;

export const originOf = ({ headers }: Pick<RouteRequest, 'headers'>): string | undefined => header(headers['origin']);

/**
 * Returns true for calls of the platform’s own page (the demo): browsers send no Origin with its GETs, but another
 * header.
 */
export const isOwnPage = (request: Pick<RouteRequest, 'headers'>): boolean => {
  if (header(request.headers['sec-fetch-site']) === 'same-origin') return true;
  const origin = originOf(request);
  return origin !== undefined && URL.canParse(origin) && new URL(origin).host === header(request.headers['host']);
};
