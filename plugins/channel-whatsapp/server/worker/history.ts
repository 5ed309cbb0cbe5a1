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

type Request = <T>(question: ToServer) => Promise<T>;
type Part = Awaited<ReturnType<typeof downloadAndProcessHistorySyncNotification>>;

/** Messages per request to the server. */
const batchSize = 200;
/** Limits of downloads for the history: a file that the network has deleted must not delay all others. */
const downloadLimits = { attempts: 1, milliseconds: 15_000 };
/** Attempts to fetch a part: with pauses that grow to half a minute they take about seven minutes. */
const partAttempts = 20;
const [firstPauseMs, longestPauseMs] = [500, 30_000];

const { HistorySyncType } = proto.HistorySync;

/** Returns true if the media server has deleted the part or refuses it permanently: retrying does not help. */
const isUnavailable = (error: unknown): boolean => {
  const { statusCode = 0 } = (error as { output?: { statusCode?: number } }).output ?? {};
  return statusCode >= 400 && statusCode < 500 && statusCode !== 408 && statusCode !== 429;
};

const isPerson = (jid: string): boolean => ['s.whatsapp.net', 'lid'].includes(jidDecode(jid)?.server ?? '');

/** A part’s metadata. */
interface PartInfo {
  syncType?: number | null;
  progress?: number | null;
}
const isHistory = ({ syncType }: PartInfo): boolean =>
  syncType !== HistorySyncType.PUSH_NAME && syncType !== HistorySyncType.ON_DEMAND;

const inParts = <T>(all: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(all.length / batchSize) }, (_, part) =>
    all.slice(part * batchSize, (part + 1) * batchSize),
  );

/** The history that a phone sends to its new device: address book and messages. */
export class History {
  readonly #socket: WASocket;
  readonly #request: Request;
  readonly #arrival: Arrival;
  readonly #period: HistoryPeriod | null;
  #isOver = false;

  constructor(socket: WASocket, request: Request, arrival: Arrival, period: HistoryPeriod | null) {
    this.#socket = socket;
    this.#request = request;
    this.#arrival = arrival;
    this.#period = period;
  }

  /** Returns true if a message announces a part of the history. It is done only when the part is stored. */
  announces({ key, message }: WAMessage): boolean {
    return key.fromMe === true && Boolean(getHistoryMsg(message ?? {}));
  }

  /** Leaves the rest to the next socket. */
  end(): void {
    this.#isOver = true;
  }

  /**
   * Stores the part that a message announces. Returns true if it is done; otherwise the next socket tries again. The
   * client library reads parts as well, but does not report failures, and merges the parts that it reads at the same
   * time, so its result is not used.
   */
  async storePart({ message }: WAMessage): Promise<boolean> {
    const announced = getHistoryMsg(message ?? {});
    if (!announced || (announced.syncType === HistorySyncType.FULL && !this.#period)) return true;
    for (
      let attempt = 1, pause = firstPauseMs;
      !this.#isOver;
      attempt += 1, pause = Math.min(pause * 2, longestPauseMs)
    ) {
      try {
        const part = await downloadAndProcessHistorySyncNotification(announced, {}, silent);
        if (this.#isOver) return false;
        await this.#socket.signalRepository.lidMapping.storeLIDPNMappings(part.lidPnMappings);
        await this.#store(part);
        return true;
      } catch (error) {
        const isPermanent = isUnavailable(error);
        await this.#reportProgress(isPermanent ? announced : {}).catch(() => undefined);
        if (isPermanent || attempt === partAttempts) return isPermanent;
        await sleep(pause);
      }
    }
    return false;
  }

  async people(contacts: readonly Partial<Contact>[]): Promise<void> {
    const { lidMapping } = this.#socket.signalRepository;
    const people: NamedPerson[] = [];
    for (const { id = '', lid, phoneNumber, name, notify, verifiedName } of contacts) {
      const called = name || notify || verifiedName;
      if (!called || !isPerson(id)) continue;
      people.push({ ...(await personOf(lidMapping, id, phoneNumber, lid)), name: called, isSaved: Boolean(name) });
    }
    for (const some of inParts(people)) await this.#request({ do: 'people', people: some });
  }

  /** Reads messages of the history, with their files. */
  async read(messages: readonly string[]): Promise<ArrivedMessage[]> {
    const read = await Promise.all(
      messages.map(async (text) => {
        const message = proto.WebMessageInfo.decode(Buffer.from(text, 'base64')) as WAMessage;
        const content = contentOf(message.message);
        return content.is === 'message'
          ? this.#arrival.withFile(await this.#arrival.of(message), content, downloadLimits)
          : undefined;
      }),
    );
    return read.filter((message) => message !== undefined);
  }

  async #store(part: Part): Promise<void> {
    await this.people(part.contacts);
    const period = this.#period;
    if (!period || !isHistory(part)) return;
    const messages = part.messages.flatMap((message) => this.#messagesOf(message as WAMessage, period));
    for (const some of inParts(messages)) await this.#request({ do: 'history', messages: some });
    await this.#reportProgress(part);
  }

  /** Reports progress to the import that waits for the end of the history. */
  async #reportProgress(part: PartInfo): Promise<void> {
    if (!this.#period || !isHistory(part)) return;
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
    return [{ name: `${remoteJid}/${id}`, at, value: Buffer.from(bytes).toString('base64') }];
  }
}
