/** Meta’s hosts for logins and calls. */
export type MetaHost =
  'www.facebook.com' | 'graph.facebook.com' | 'www.instagram.com' | 'api.instagram.com' | 'graph.instagram.com';
const isLoopback = ({ hostname }: URL): boolean => ['127.0.0.1', '[::1]', 'localhost'].includes(hostname);

/** Returns the address of a simulated Meta: only outside production, and only on this computer. */
const simulated = (): URL | undefined => {
  const given = process.env['META_GRAPH_URL'];
  if (given === undefined || process.env['NODE_ENV'] === 'production' || !URL.canParse(given)) return undefined;
  const url = new URL(given);
  return isLoopback(url) ? url : undefined;
};

/**
 * Returns an address at Meta: always its own in production. Elsewhere `META_GRAPH_URL` may name a simulator on the
 * loopback, which finds the host’s name in the path; any other address is ignored, so that no setting can send a token
 * elsewhere.
 */
export const metaUrl = (host: MetaHost, path: string): URL => {
  const simulator = simulated();
  return new URL(simulator ? `${simulator.origin}/${host}/${path}` : `https://${host}/${path}`);
};

/** Returns true for Meta’s file hosts. A webhook cannot add another, so no event makes the server call its own network. */
export const isMediaHost = (address: string): boolean => {
  if (!URL.canParse(address)) return false;
  const url = new URL(address);
  const simulator = simulated();
  if (simulator) return url.origin === simulator.origin;
  return (
    url.protocol === 'https:' &&
    url.port === '' &&
    /(^|\.)(fbcdn\.net|fbsbx\.com|cdninstagram\.com)$/.test(url.hostname)
  );
};
