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
import type { Network, Simulator, ToServer } from '../line/language.ts';
import type { Announced } from './content.ts';
import type { Journal } from './journal.ts';
import { inArrivalOrder } from './arrival-order.ts';
import { oneAtATime } from './one-at-a-time.ts';
import { silent } from './silent-logger.ts';

type Ask = <T>(question: ToServer) => Promise<T>;

/** The kind of key under which sent messages are kept for a while, for who could not decipher them. */
export const sentKind = 'sent';

const isLoopback = (url: string): boolean => {
  const { hostname } = new URL(url);
  return hostname === 'localhost' || hostname === '[::1]' || (isIP(hostname) === 4 && hostname.startsWith('127.'));
};

let isTrusting = false;

const reach = globalThis.fetch;

/** Whom to trust instead of WhatsApp: on this computer only, and never in production. Checked here once more. */
const trust = ({ url, root, ca, files }: Simulator): void => {
  if (process.env['NODE_ENV'] === 'production' || !isLoopback(url) || !isLoopback(`https://${files}`))
    throw new Error('this is no place for a simulator');
  isTrusting = true;
  // Files of the past come without an address, and the client library has only WhatsApp's own for them.
  globalThis.fetch = (asked, init) =>
    reach(typeof asked === 'string' ? asked.replace(`https://${DEF_MEDIA_HOST}/`, `https://${files}/`) : asked, init);
  Object.assign(WA_CERT_DETAILS, { PUBLIC_KEY: Buffer.from(root, 'hex') });
  tls.setDefaultCACertificates([...tls.getCACertificates('default'), ca]);
};

/** Whether something lies where the network keeps its files, so that no other address is ever called. */
export const isOfNetwork = (url: string): boolean => {
  const { protocol, hostname } = new URL(url);
  return protocol === 'https:' && (hostname.endsWith('.whatsapp.net') || (isTrusting && isLoopback(url)));
};

/** The same of a file, of which its sender says where it lies: nobody leads this server to other addresses. */
export const isFileOfNetwork = ({ directPath, url }: Announced['content']): boolean => {
  const host = url && URL.canParse(url) ? new URL(url).host : undefined;
  const address = directPath ? getUrlFromDirectPath(directPath, host) : (url ?? '');
  return URL.canParse(address) && isOfNetwork(address);
};

const versionOf = (text: string | undefined): [number, number, number] | undefined => {
  const [major, minor, patch] = (text || undefined)?.split('.').map(Number) ?? [];
  return major !== undefined && minor !== undefined && patch !== undefined ? [major, minor, patch] : undefined;
};

export interface LinkOptions {
  network: Network;
  journal: Journal;
  /** The whole past is asked for, as the programs for desktops do. */
  wantsPast: boolean;
}

export const openLink = (
  auth: AuthenticationState,
  { network, journal, wantsPast }: LinkOptions,
  ask: Ask,
): WASocket => {
  const { simulator } = network;
  if (simulator) trust(simulator);
  const version = versionOf(network.version);
  const socket = makeWASocket({
    auth,
    logger: silent,
    // By a name that telephones know: one they do not is refused when a code is typed instead of scanned.
    browser: Browsers.windows(wantsPast ? 'Desktop' : 'Chrome'),
    ...(version && { version }),
    ...(simulator && { waWebSocketUrl: simulator.url }),
    syncFullHistory: wantsPast,
    // What is large and of no use to the library itself is only read here.
    shouldSyncHistoryMessage: ({ syncType }) => syncType !== proto.HistorySync.HistorySyncType.FULL,
    markOnlineOnConnect: true,
    emitOwnEvents: false,
    generateHighQualityLinkPreview: false,
    shouldIgnoreJid: (jid) => Boolean(isJidBroadcast(jid) || isJidNewsletter(jid)),
    makeSignalRepository(state, logger, pnToLid) {
      const keys = state.keys as SignalKeyStoreWithTransaction;
      oneAtATime(keys);
      inArrivalOrder(keys, auth.keys);
      return journal.repository(state, logger, pnToLid);
    },
    // Who could not decipher a message asks for it again.
    async getMessage({ id }) {
      const found = await ask<Record<string, string>>({ do: 'keys.get', kind: sentKind, names: [id ?? ''] });
      const text = found[id ?? ''];
      return text === undefined ? undefined : proto.Message.decode(Buffer.from(text, 'base64'));
    },
  });
  socket.ws.prependListener('CB:message', (node) => journal.see(node));
  return socket;
};
