const official = 'https://graph.facebook.com';
const isLoopback = ({ hostname }: URL): boolean => ['127.0.0.1', '[::1]', 'localhost'].includes(hostname);

/** Where the Graph API is simulated: only outside production, and only on this very machine. */
const simulated = (): URL | undefined => {
  const given = process.env['WHATSAPP_GRAPH_URL'];
  if (given === undefined || process.env['NODE_ENV'] === 'production' || !URL.canParse(given)) return undefined;
  const url = new URL(given);
  return isLoopback(url) ? url : undefined;
};

/**
 * Where the Graph API is: Meta's own, always. Outside production `WHATSAPP_GRAPH_URL` may name a simulator on the loopback;
 * any other address is passed over, so that no setting can lead a token elsewhere.
 */
export const graphUrl = (): string => simulated()?.origin ?? official;

/** Meta's hosts for files, to which the token may go. A webhook or an answer cannot name another. */
export const isMediaHost = (address: string): boolean => {
  if (!URL.canParse(address)) return false;
  const url = new URL(address);
  const simulator = simulated();
  if (simulator) return url.origin === simulator.origin;
  return url.protocol === 'https:' && /(^|\.)(fbsbx\.com|facebook\.com|whatsapp\.net|fbcdn\.net)$/.test(url.hostname);
};
