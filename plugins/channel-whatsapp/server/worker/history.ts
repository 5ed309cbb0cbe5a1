import { setTimeout as sleep } from 'node:timers/promises';
import {
  downloadAndProcessHistorySyncNotification,
  getHistoryMsg,
  isJidBroadcast,
  isJidGroup,
  isJidNewsletter,
  jidDecode,
  proto,
  type Contact,
  type WAMessage,
  type WASocket,
} from 'baileys';
import type {
  ArrivedMessage,
  NamedPerson,
  HistoryMessage,
  HistoryPeriod,
  ToServer,
} from '../connection/worker-protocol.ts';
import type { Arrival } from './arrival.ts';
import { contentOf } from './content.ts';
import { personOf } from './address-map.ts';
import { silent } from './silent-logger.ts';

type SendRequest = <T>(request: ToServer) => Promise<T>;
type HistoryPart = Awaited<ReturnType<typeof downloadAndProcessHistorySyncNotification>>;

/** Messages per request to the server. */
const batchSize = 200;
/** Limits of downloads for the history: a file that the network has deleted must not delay all others. */
const downloadLimits = { attempts: 1, milliseconds: 15_000 };
/** Attempts to fetch a part: with pauses that grow to half a minute they take about seven minutes. */
const partAttempts = 20;
const [firstPauseMs, longestPauseMs] = [500, 30_000];

const { HistorySyncType } = proto.HistorySync;

/** Returns true if the media server has deleted the part or refuses it permanently: retrying does not help. */
const isUnavailable = (status: number): boolean => status >= 400 && status < 500 && status !== 408 && status !== 429;
/** Returns the HTTP status in an error of the client library; null for any other error. */
const statusOf = (error: unknown): number | null =>
  (error as { output?: { statusCode?: number } } | undefined)?.output?.statusCode ?? null;

const isPerson = (jid: string): boolean => ['s.whatsapp.net', 'lid'].includes(jidDecode(jid)?.server ?? '');

/** A part's metadata. */
interface PartInfo {
  syncType?: number | null;
  progress?: number | null;
}
/** Returns true for a part with messages: others contain only names, or answer a single request. */
const hasMessages = ({ syncType }: PartInfo): boolean =>
  syncType !== HistorySyncType.PUSH_NAME && syncType !== HistorySyncType.ON_DEMAND;

const inBatches = <T>(all: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(all.length / batchSize) }, (_, batch) =>
    all.slice(batch * batchSize, (batch + 1) * batchSize),
  );

/** The history that a phone sends to its new device: address book and messages. */
export class History {
  readonly #socket: WASocket;
  readonly #request: SendRequest;
  readonly #arrival: Arrival;
  /** Null while no import is running: then only the address book is stored. */
  readonly #period: HistoryPeriod | null;
  /** Aborted when the socket has closed: ends the pause between two attempts too. */
  readonly #stopped = new AbortController();

  constructor(socket: WASocket, request: SendRequest, arrival: Arrival, period: HistoryPeriod | null) {
    this.#socket = socket;
    this.#request = request;
    this.#arrival = arrival;
    this.#period = period;
  }

  /**
   * Returns true if a message announces a part of the history. It must be acknowledged, that is removed from the
   * journal, only when `storePart` returns true.
   */
  announces({ key, message }: WAMessage): boolean {
    return key.fromMe === true && Boolean(getHistoryMsg(message ?? {}));
  }

  /** Stops at the next step and leaves the rest to the next socket. */
  stop(): void {
    this.#stopped.abort();
  }

  /**
   * Stores the part that a message announces. Returns true if it is stored or permanently unavailable; otherwise
   * the next socket tries again. The client library reads parts as well, but does not report failures, and merges the
   * parts that it reads at the same time, so its result is not used.
   */
  async storePart({ message }: WAMessage): Promise<boolean> {
    const announced = getHistoryMsg(message ?? {});
    if (!announced || (announced.syncType === HistorySyncType.FULL && !this.#period)) return true;
    for (
      let attempt = 1, pause = firstPauseMs;
      !this.#isStopped;
      attempt += 1, pause = Math.min(pause * 2, longestPauseMs)
    ) {
      try {
        const part = await downloadAndProcessHistorySyncNotification(announced, {}, silent);
        if (this.#isStopped) return false;
        await this.#socket.signalRepository.lidMapping.storeLIDPNMappings(part.lidPnMappings);
        await this.#store(part);
        return true;
      } catch (error) {
        const status = statusOf(error);
        const isPermanent = isUnavailable(status ?? 0);
        const willRetry = !isPermanent && attempt < partAttempts;
        await this.#request({ do: 'history-failed', attempt, willRetry, status }).catch(() => undefined);
        await (isPermanent ? this.#reportProgress(announced) : this.#reportAlive()).catch(() => undefined);
        if (!willRetry) return isPermanent;
        await sleep(pause, undefined, { signal: this.#stopped.signal }).catch(() => undefined);
      }
    }
    return false;
  }

  /** Sends the names of contacts to the server. */
  async sendContacts(contacts: readonly Partial<Contact>[]): Promise<void> {
    const { lidMapping } = this.#socket.signalRepository;
    const people: NamedPerson[] = [];
    for (const { id = '', lid, phoneNumber, name, notify, verifiedName } of contacts) {
      const displayName = name || notify || verifiedName;
      if (!displayName || !isPerson(id)) continue;
      people.push({ ...(await personOf(lidMapping, id, phoneNumber, lid)), name: displayName, isSaved: Boolean(name) });
    }
    for (const batch of inBatches(people)) await this.#request({ do: 'people', people: batch });
  }

  /** Decodes stored messages of the history (`HistoryMessage.encoded`) and downloads their files. */
  async decode(messages: readonly string[]): Promise<ArrivedMessage[]> {
    const decoded = await Promise.all(
      messages.map(async (encoded) => {
        const message = proto.WebMessageInfo.decode(Buffer.from(encoded, 'base64')) as WAMessage;
        const content = contentOf(message.message);
        return content.is === 'message'
          ? this.#arrival.withFile(await this.#arrival.of(message), content, downloadLimits)
          : undefined;
      }),
    );
    return decoded.filter((message) => message !== undefined);
  }

  async #store(part: HistoryPart): Promise<void> {
    await this.sendContacts(part.contacts);
    const period = this.#period;
    if (!period || !hasMessages(part)) return;
    const messages = part.messages.flatMap((message) => this.#messagesOf(message as WAMessage, period));
    for (const batch of inBatches(messages)) await this.#request({ do: 'history', messages: batch });
    await this.#reportProgress(part);
  }

  get #isStopped(): boolean {
    return this.#stopped.signal.aborted;
  }

  /** Reports that a part is still being fetched: an import that receives no report for a while ends. */
  async #reportAlive(): Promise<void> {
    if (this.#period) await this.#request({ do: 'history-progress', isLast: false });
  }

  /** Reports a finished part to the import, which ends with the last one. */
  async #reportProgress(part: PartInfo): Promise<void> {
    if (!this.#period || !hasMessages(part)) return;
    const isLast = part.syncType === HistorySyncType.FULL && (part.progress ?? 0) >= 100;
    await this.#request({ do: 'history-progress', isLast });
  }

  #messagesOf(message: WAMessage, { from, until, groups }: HistoryPeriod): HistoryMessage[] {
    const { remoteJid, id } = message.key;
    const at = Number(message.messageTimestamp ?? 0) * 1000;
    if (!remoteJid || !id || !message.message || at < from || at > until) return [];
    if (isJidBroadcast(remoteJid) || isJidNewsletter(remoteJid)) return [];
    if (isJidGroup(remoteJid) ? !groups : !isPerson(remoteJid)) return [];
    if (contentOf(message.message).is !== 'message') return [];
    const bytes = proto.WebMessageInfo.encode(message as proto.IWebMessageInfo).finish();
    return [{ key: `${remoteJid}/${id}`, at, encoded: Buffer.from(bytes).toString('base64') }];
  }
}
