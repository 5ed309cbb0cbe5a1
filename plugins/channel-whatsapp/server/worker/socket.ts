import { isIP } from 'node:net';
import tls from 'node:tls';
import {
  Browsers,
  DEF_MEDIA_HOST,
  getUrlFromDirectPath,
  isJidBroadcast,
  isJidNewsletter,
  makeWASocket,
  proto,
  WA_CERT_DETAILS,
  type AuthenticationState,
  type SignalKeyStoreWithTransaction,
  type WASocket,
} from 'baileys';
import type { Network, Simulator, ToServer } from '../connection/worker-protocol.ts';
import type { Announced } from './content.ts';
import type { Journal } from './journal.ts';
import { inArrivalOrder } from './store-keys-first.ts';
import { serialiseTransactions } from './serialise-keys.ts';
import { silent } from './silent-logger.ts';

type Request = <T>(question: ToServer) => Promise<T>;

/** Key kind of sent messages, stored for some days for recipients who could not decipher them. */
export const sentKind = 'sent';

const isLoopback = (url: string): boolean => {
  const { hostname } = new URL(url);
  return hostname === 'localhost' || hostname === '[::1]' || (isIP(hostname) === 4 && hostname.startsWith('127.'));
};

let isTrusting = false;

const originalFetch = globalThis.fetch;

/** Trusts a simulated network: on this computer only, and never in production. Checked again here. */
const trust = ({ url, root, ca, files }: Simulator): void => {
  if (process.env['NODE_ENV'] === 'production' || !isLoopback(url) || !isLoopback(`https://${files}`))
    throw new Error('a simulated network is refused here');
  isTrusting = true;
  // Files of the history have no address, and the client library would use WhatsApp’s own.
  globalThis.fetch = (address, init) =>
    originalFetch(
      typeof address === 'string' ? address.replace(`https://${DEF_MEDIA_HOST}/`, `https://${files}/`) : address,
      init,
    );
  Object.assign(WA_CERT_DETAILS, { PUBLIC_KEY: Buffer.from(root, 'hex') });
  tls.setDefaultCACertificates([...tls.getCACertificates('default'), ca]);
};

/** Returns true if an address is one of the network’s media servers; no other address is fetched. */
export const isOfNetwork = (url: string): boolean => {
  const { protocol, hostname } = new URL(url);
  return protocol === 'https:' && (hostname.endsWith('.whatsapp.net') || (isTrusting && isLoopback(url)));
};

/** The same for a file, whose sender chooses the address: nobody may direct this server to other hosts. */
export const isFileOfNetwork = ({ directPath, url }: Announced['content']): boolean => {
  const host = url && URL.canParse(url) ? new URL(url).host : undefined;
  const address = directPath ? getUrlFromDirectPath(directPath, host) : (url ?? '');
  return URL.canParse(address) && isOfNetwork(address);
};

const versionOf = (text: string | undefined): [number, number, number] | undefined => {
  const [major, minor, patch] = (text || undefined)?.split('.').map(Number) ?? [];
  return major !== undefined && minor !== undefined && patch !== undefined ? [major, minor, patch] : undefined;
};

export interface SocketOptions {
  network: Network;
  journal: Journal;
  /** Requests the complete history, as desktop clients do. */
  wantsHistory: boolean;
}

export const openSocket = (
  auth: AuthenticationState,
  { network, journal, wantsHistory }: SocketOptions,
  request: Request,
): WASocket => {
  const { simulator } = network;
  if (simulator) trust(simulator);
  const version = versionOf(network.version);
  const socket = makeWASocket({
    auth,
    logger: silent,
    // A browser name that phones know: with an unknown one a typed code is refused.
    browser: Browsers.windows(wantsHistory ? 'Desktop' : 'Chrome'),
    ...(version && { version }),
    ...(simulator && { waWebSocketUrl: simulator.url }),
    syncFullHistory: wantsHistory,
    // Large parts that the library does not use itself are read in `history.ts` only.
    shouldSyncHistoryMessage: ({ syncType }) => syncType !== proto.HistorySync.HistorySyncType.FULL,
    markOnlineOnConnect: true,
    emitOwnEvents: false,
    generateHighQualityLinkPreview: false,
    shouldIgnoreJid: (jid) => Boolean(isJidBroadcast(jid) || isJidNewsletter(jid)),
    makeSignalRepository(state, logger, pnToLid) {
      const keys = state.keys as SignalKeyStoreWithTransaction;
      serialiseTransactions(keys);
      inArrivalOrder(keys, auth.keys);
      return journal.repository(state, logger, pnToLid);
    },
    // Recipients who could not decipher a message request it again.
    async getMessage({ id }) {
      const found = await request<Record<string, string>>({ do: 'keys.get', kind: sentKind, names: [id ?? ''] });
      const text = found[id ?? ''];
      return text === undefined ? undefined : proto.Message.decode(Buffer.from(text, 'base64'));
    },
  });
  socket.ws.prependListener('CB:message', (node) => journal.see(node));
  return socket;
};
