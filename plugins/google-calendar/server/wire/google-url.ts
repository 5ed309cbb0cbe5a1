/** Google’s hosts for consent, tokens and calendars. */
export type GoogleHost = 'accounts.google.com' | 'oauth2.googleapis.com' | 'www.googleapis.com';
const isLoopback = ({ hostname }: URL): boolean => ['127.0.0.1', '[::1]', 'localhost'].includes(hostname);

/** Returns the address of a simulated Google: only outside production, and only on this computer. */
export const simulatedGoogle = (): URL | undefined => {
  const given = process.env['GOOGLE_URL'];
  if (given === undefined || process.env['NODE_ENV'] === 'production' || !URL.canParse(given)) return undefined;
  const url = new URL(given);
  return isLoopback(url) ? url : undefined;
};

/**
 * Returns an address at Google: always its own in production. Elsewhere `GOOGLE_URL` may name a simulator on the loopback,
 * which finds the host’s name in the path; any other address is ignored, so that no setting can send a token elsewhere.
 */
export const googleUrl = (host: GoogleHost, path: string): URL => {
  const simulator = simulatedGoogle();
  return new URL(simulator ? `${simulator.origin}/${host}/${path}` : `https://${host}/${path}`);
};
