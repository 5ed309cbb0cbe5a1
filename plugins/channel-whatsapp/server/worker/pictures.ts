import { setTimeout as sleep } from 'node:timers/promises';
import { isJidGroup, jidNormalizedUser, type WASocket } from 'baileys';
import type { Jid, ToServer } from '../line/language.ts';
import { isOfNetwork } from './link.ts';
import { peerOf } from './address-map.ts';

type Ask = <T>(question: ToServer) => Promise<T>;

/** The kind of key under which it stands which picture is known of somebody, and since when. */
const pictureKind = 'picture';
interface KnownPicture {
  /** Where it lay, without what expires; '': there is none to be seen. */
  place: string;
  at: number;
}

/** So long a picture is taken for the newest, unless the network says that it is not. */
const freshMs = 7 * 24 * 60 * 60_000;
/** Between two of them: who asks for all at once is no person. */
const restMs = 300;
const patienceMs = 10_000;
const maxBytes = 1024 * 1024;
/** How the network says so: not to be found, and not for everybody. */
const none = new Set<unknown>([404, 401]);

/** Profile pictures of those who write, one after the other and behind everything else. */
export class Pictures {
  readonly #socket: WASocket;
  readonly #ask: Ask;
  readonly #looked = new Set<Jid>();
  #turn: Promise<void> = Promise.resolve();
  #isOver = false;

  constructor(socket: WASocket, ask: Ask) {
    this.#socket = socket;
    this.#ask = ask;
    socket.ev.on('contacts.update', (contacts) => {
      for (const { id, imgUrl } of contacts)
        if (id !== undefined && imgUrl !== undefined) this.#next(jidNormalizedUser(id), true);
    });
  }

  end(): void {
    this.#isOver = true;
  }

  /** Somebody wrote, or a group did. */
  look(chat: Jid): void {
    const jid = jidNormalizedUser(chat);
    if (this.#looked.has(jid)) return;
    if (this.#looked.size > 5_000) this.#looked.clear();
    this.#looked.add(jid);
    this.#next(jid, false);
  }

  #next(jid: Jid, isOther: boolean): void {
    this.#turn = this.#turn
      .then(() => this.#refresh(jid, isOther))
      .catch(() => undefined)
      .then(() => sleep(restMs));
  }

  async #refresh(jid: Jid, isOther: boolean): Promise<void> {
    if (this.#isOver) return;
    const { lidMapping } = this.#socket.signalRepository;
    const of = isJidGroup(jid) ? { group: jid.slice(0, jid.indexOf('@')) } : await peerOf(lidMapping, jid);
    // Not by the address: some have two.
    const name = 'group' in of ? of.group : (of.lid ?? of.phone ?? jid);
    const found = await this.#ask<Record<string, string>>({ do: 'keys.get', kind: pictureKind, names: [name] });
    const known = found[name] === undefined ? undefined : (JSON.parse(found[name]) as KnownPicture);
    if (known && !isOther && Date.now() - known.at < freshMs) return;
    const url = await this.#addressOf(jid);
    const place = url === undefined ? '' : new URL(url).pathname;
    if (this.#isOver) return;
    if (place !== (known?.place ?? '')) {
      const bytes = url === undefined ? undefined : await this.#fetched(url);
      const isShown = await this.#ask<boolean>({ do: 'picture', of, ...(bytes && { bytes }) });
      // Whoever becomes a contact later is looked at then.
      if (!isShown) return;
    }
    const value = JSON.stringify({ place, at: Date.now() } satisfies KnownPicture);
    await this.#ask({ do: 'keys.set', rows: [{ kind: pictureKind, name, value }] });
  }

  /** Undefined: there is none, or none for us. What fails otherwise says nothing about the picture. */
  async #addressOf(jid: Jid): Promise<string | undefined> {
    try {
      return await this.#socket.profilePictureUrl(jid, 'preview', patienceMs);
    } catch (error) {
      if (none.has((error as { data?: unknown }).data)) return undefined;
      throw error;
    }
  }

  async #fetched(url: string): Promise<Uint8Array> {
    if (!isOfNetwork(url)) throw new Error('a picture that lies elsewhere');
    const answer = await fetch(url, { signal: AbortSignal.timeout(patienceMs), redirect: 'error' });
    const length = Number(answer.headers.get('content-length') ?? 0);
    if (!answer.ok || length > maxBytes) throw new Error('the picture was not given');
    const bytes = new Uint8Array(await answer.arrayBuffer());
    if (bytes.length > maxBytes) throw new Error('the picture is too large');
    return bytes;
  }
}
