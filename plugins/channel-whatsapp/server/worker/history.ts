import {
  downloadAndProcessHistorySyncNotification,
  getHistoryMsg,
  isJidBroadcast,
  isJidGroup,
  isJidNewsletter,
  jidDecode,
  proto,
  type BaileysEventMap,
  type Contact,
  type WAMessage,
  type WASocket,
} from 'baileys';
import type { ArrivedMessage, Known, PastMessage, PastWanted, ToServer } from '../line/language.ts';
import type { Arrival } from './arrival.ts';
import { saidBy } from './content.ts';
import { peerOf } from './peers.ts';
import { silent } from './quiet.ts';

type Ask = <T>(question: ToServer) => Promise<T>;
type Part = Pick<
  BaileysEventMap['messaging-history.set'],
  'contacts' | 'messages' | 'syncType' | 'progress' | 'lidPnMappings'
>;

/** So many at once pass to the server. */
const together = 200;
/** Files of the past: a network that has forgotten one must not keep all the others waiting. */
const patience = { tries: 1, milliseconds: 15_000 };

const { HistorySyncType } = proto.HistorySync;

const isPerson = (jid: string): boolean => ['s.whatsapp.net', 'lid'].includes(jidDecode(jid)?.server ?? '');

const inParts = <T>(all: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(all.length / together) }, (_, part) =>
    all.slice(part * together, (part + 1) * together),
  );

/** What the telephone tells its new device of the time before: who is in its address book, and what was said. */
export class History {
  readonly #socket: WASocket;
  readonly #ask: Ask;
  readonly #arrival: Arrival;
  readonly #wanted: PastWanted | null;
  /** Parts that were announced, by the ids of the messages that did so, and are not stored yet. */
  readonly #announced = new Set<string>();

  constructor(socket: WASocket, ask: Ask, arrival: Arrival, wanted: PastWanted | null) {
    this.#socket = socket;
    this.#ask = ask;
    this.#arrival = arrival;
    this.#wanted = wanted;
  }

  /** Whether a message only announces a part of the past. Such a one is not done with before the part is stored. */
  announces({ key, message }: WAMessage): boolean {
    return key.fromMe === true && Boolean(getHistoryMsg(message ?? {}));
  }

  /** The client library goes on to read the part. */
  expect({ key: { id } }: WAMessage): void {
    if (id) this.#announced.add(id);
  }

  /** A part that the client library read. Answers the ids of the messages that are done with. */
  async take(part: Part): Promise<string[]> {
    const done = [...this.#announced];
    await this.#keep(part);
    for (const id of done) this.#announced.delete(id);
    return done;
  }

  /** A part that a former session left behind. */
  async catchUp({ message }: WAMessage): Promise<void> {
    const announced = getHistoryMsg(message ?? {});
    if (!announced) return;
    const part = await downloadAndProcessHistorySyncNotification(announced, {}, silent);
    await this.#socket.signalRepository.lidMapping.storeLIDPNMappings(part.lidPnMappings ?? []);
    await this.#keep(part);
  }

  async people(contacts: readonly Partial<Contact>[]): Promise<void> {
    const { lidMapping } = this.#socket.signalRepository;
    const people: Known[] = [];
    for (const { id = '', lid, phoneNumber, name, notify, verifiedName } of contacts) {
      const called = name || notify || verifiedName;
      if (!called || !isPerson(id)) continue;
      people.push({ ...(await peerOf(lidMapping, id, phoneNumber, lid)), name: called, isSaved: Boolean(name) });
    }
    for (const some of inParts(people)) await this.#ask({ do: 'people', people: some });
  }

  /** What stands in messages of the past, with their files. */
  async read(messages: readonly string[]): Promise<ArrivedMessage[]> {
    const read = await Promise.all(
      messages.map(async (text) => {
        const message = proto.WebMessageInfo.decode(Buffer.from(text, 'base64')) as WAMessage;
        const said = saidBy(message.message);
        return said.is === 'message' ? this.#arrival.whole(await this.#arrival.of(message), said, patience) : undefined;
      }),
    );
    return read.filter((message) => message !== undefined);
  }

  async #keep({ contacts, messages, syncType, progress }: Part): Promise<void> {
    await this.people(contacts);
    const wanted = this.#wanted;
    const isOfPast = syncType !== HistorySyncType.PUSH_NAME && syncType !== HistorySyncType.ON_DEMAND;
    if (!wanted || !isOfPast) return;
    const kept = messages.flatMap((message) => this.#wantedOf(message, wanted));
    for (const some of inParts(kept)) await this.#ask({ do: 'past', messages: some });
    const isLast = syncType === HistorySyncType.FULL && (progress ?? 0) >= 100;
    await this.#ask({ do: 'past-told', isLast });
  }

  #wantedOf(message: WAMessage, { from, until, groups }: PastWanted): PastMessage[] {
    const { remoteJid, id } = message.key;
    const at = Number(message.messageTimestamp ?? 0) * 1000;
    if (!remoteJid || !id || !message.message || at < from || at > until) return [];
    if (isJidBroadcast(remoteJid) || isJidNewsletter(remoteJid)) return [];
    if (isJidGroup(remoteJid) ? !groups : !isPerson(remoteJid)) return [];
    if (saidBy(message.message).is !== 'message') return [];
    const bytes = proto.WebMessageInfo.encode(message as proto.IWebMessageInfo).finish();
    return [{ name: `${remoteJid}/${id}`, at, value: Buffer.from(bytes).toString('base64') }];
  }
}
