import { setTimeout as sleep } from 'node:timers/promises';
import { isJidGroup, jidNormalizedUser, type WASocket } from 'baileys';
import type { Jid, ToServer } from '../connection/worker-protocol.ts';
import { isOfNetwork } from './socket.ts';
import { personOf } from './address-map.ts';

type Request = <T>(question: ToServer) => Promise<T>;

/** Key kind of a person’s last seen picture, with the time. */
const pictureKind = 'picture';
interface KnownPicture {
  /** Its path without the parts that expire; '' if none is visible. */
  path: string;
  at: number;
}

/** Milliseconds for which a picture counts as current, unless the network reports a change. */
const currentMs = 7 * 24 * 60 * 60_000;
/** Pause between two requests, in milliseconds: a client that requests all at once is no person. */
const pauseMs = 300;
const timeoutMs = 10_000;
const maxBytes = 1024 * 1024;
/** The network’s codes for a missing and a hidden picture. */
const none = new Set<unknown>([404, 401]);

/** Fetches profile pictures of people who write, one after the other and with low priority. */
export class Pictures {
  readonly #socket: WASocket;
  readonly #request: Request;
  readonly #checked = new Set<Jid>();
  #queue: Promise<void> = Promise.resolve();
  #isClosed = false;

  constructor(socket: WASocket, request: Request) {
    this.#socket = socket;
    this.#request = request;
    socket.ev.on('contacts.update', (contacts) => {
      for (const { id, imgUrl } of contacts)
        if (id !== undefined && imgUrl !== undefined) this.#next(jidNormalizedUser(id), true);
    });
  }

  end(): void {
    this.#isClosed = true;
  }

  /** Checks the picture of a person or group that wrote. */
  check(chat: Jid): void {
    const jid = jidNormalizedUser(chat);
    if (this.#checked.has(jid)) return;
    if (this.#checked.size > 5_000) this.#checked.clear();
    this.#checked.add(jid);
    this.#next(jid, false);
  }

  #next(jid: Jid, isOther: boolean): void {
    this.#queue = this.#queue
      .then(() => this.#refresh(jid, isOther))
      .catch(() => undefined)
      .then(() => sleep(pauseMs));
  }

  async #refresh(jid: Jid, isOther: boolean): Promise<void> {
    if (this.#isClosed) return;
    const { lidMapping } = this.#socket.signalRepository;
    const of = isJidGroup(jid) ? { group: jid.slice(0, jid.indexOf('@')) } : await personOf(lidMapping, jid);
    // The address is not used as a key: some people have two.
    const name = 'group' in of ? of.group : (of.lid ?? of.phone ?? jid);
    const found = await this.#request<Record<string, string>>({ do: 'keys.get', kind: pictureKind, names: [name] });
    const known = found[name] === undefined ? undefined : (JSON.parse(found[name]) as KnownPicture);
    if (known && !isOther && Date.now() - known.at < currentMs) return;
    const url = await this.#addressOf(jid);
    const path = url === undefined ? '' : new URL(url).pathname;
    if (this.#isClosed) return;
    if (path !== (known?.path ?? '')) {
      const bytes = url === undefined ? undefined : await this.#fetched(url);
      const isShown = await this.#request<boolean>({ do: 'picture', of, ...(bytes && { bytes }) });
      // A person who becomes a contact later is checked again then.
      if (!isShown) return;
    }
    const value = JSON.stringify({ path, at: Date.now() } satisfies KnownPicture);
    await this.#request({ do: 'keys.set', rows: [{ kind: pictureKind, name, value }] });
  }

  /** Returns the picture’s address; undefined if there is none, or none for us. Other failures are thrown. */
  async #addressOf(jid: Jid): Promise<string | undefined> {
    try {
      return await this.#socket.profilePictureUrl(jid, 'preview', timeoutMs);
    } catch (error) {
      if (none.has((error as { data?: unknown }).data)) return undefined;
      throw error;
    }
  }

  async #fetched(url: string): Promise<Uint8Array> {
    if (!isOfNetwork(url)) throw new Error('picture has an address outside the network');
    const answer = await fetch(url, { signal: AbortSignal.timeout(timeoutMs), redirect: 'error' });
    const length = Number(answer.headers.get('content-length') ?? 0);
    if (!answer.ok || length > maxBytes) throw new Error('picture could not be downloaded');
    const bytes = new Uint8Array(await answer.arrayBuffer());
    if (bytes.length > maxBytes) throw new Error('picture is too large');
    return bytes;
  }
}
