const official = 'https://graph.facebook.com';
const isLoopback = ({ hostname }: URL): boolean => ['127.0.0.1', '[::1]', 'localhost'].includes(hostname);

/** Returns the address of a simulated Graph API: only outside production, and only on this computer. */
const simulated = (): URL | undefined => {
  const given = process.env['WHATSAPP_GRAPH_URL'];
  if (given === undefined || process.env['NODE_ENV'] === 'production' || !URL.canParse(given)) return undefined;
  const url = new URL(given);
  return isLoopback(url) ? url : undefined;
};

/**
 * Returns the address of the Graph API: always Meta’s own in production. Elsewhere `WHATSAPP_GRAPH_URL` may name a
 * simulator on the loopback; any other address is ignored, so that no setting can send a token elsewhere.
 */
export const graphUrl = (): string => simulated()?.origin ?? official;

/** Returns true for Meta’s file hosts, to which the token may be sent. A webhook or an answer cannot add another. */
export const isMediaHost = (address: string): boolean => {
  if (!URL.canParse(address)) return false;
  const url = new URL(address);
  const simulator = simulated();
  if (simulator) return url.origin === simulator.origin;
  return url.protocol === 'https:' && /(^|\.)(fbsbx\.com|facebook\.com|whatsapp\.net|fbcdn\.net)$/.test(url.hostname);
};
