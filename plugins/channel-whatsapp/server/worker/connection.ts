import type { AuthenticationState, WASocket } from 'baileys';
import { channelError } from '@balcao/connections/contract';
import type { ToServer, ToWorker } from '../line/language.ts';
import { encoded, openAuthState } from './auth-state.ts';
import { Inbound } from './inbound.ts';
import { Journal } from './journal.ts';
import { openLink } from './link.ts';
import { peerOf } from './address-map.ts';
import { Outbound } from './outbound.ts';

type Ask = <T>(question: ToServer) => Promise<T>;

interface Link {
  socket: WASocket;
  /** Ensures that no pending work of the socket changes a key any more. */
  finish(): Promise<void>;
  hearing: Inbound;
  speaking: Outbound;
  /** True once somebody was logged in over it. */
  isOpen: boolean;
}

/** The client library’s code for a connection that was closed without a reason. */
const lost = 428;

/** One linked device, with at most one socket at a time, reopened whenever the server requests it. */
export class WhatsAppConnection {
  readonly #ask: Ask;
  #link: Link | undefined;
  /** Saves are serialised, or older keys would overwrite newer ones. */
  #saving: Promise<unknown> = Promise.resolve();

  constructor(ask: Ask) {
    this.#ask = ask;
  }

  async do(asked: ToWorker): Promise<unknown> {
    if (asked.do === 'start') return this.#start(asked);
    if (asked.do === 'stop') return this.#end();
    if (asked.do === 'logout') return this.#logout();
    const link = this.#link;
    if (!link) throw channelError('disconnected', 'no-link');
    if (asked.do === 'pairing-code') return link.socket.requestPairingCode(asked.number);
    if (asked.do === 'read-past') return link.hearing.history.read(asked.messages);
    if (!link.isOpen) throw channelError('disconnected', 'no-link');
    const { speaking } = link;
    if (asked.do === 'send') return speaking.send(asked.message);
    if (asked.do === 'react') return speaking.react(asked.target, asked.fromMe, asked.emoji, asked.to);
    if (asked.do === 'edit') return speaking.edit(asked.target, asked.body, asked.to);
    if (asked.do === 'revoke') return speaking.revoke(asked.target, asked.to);
    if (asked.do === 'read') return speaking.read(asked.ids, asked.to);
    if (asked.do === 'presence') return speaking.presence(asked.state, asked.to);
    return speaking.check(asked.number);
  }

  async #start({ network, creds, past }: Extract<ToWorker, { do: 'start' }>): Promise<void> {
    await this.#end();
    const { auth, finish } = openAuthState(this.#ask, creds);
    const journal = new Journal();
    const socket = openLink(auth, { network, journal, wantsPast: past !== null }, this.#ask);
    const link: Link = {
      socket,
      finish,
      hearing: new Inbound(socket, this.#ask, past),
      speaking: new Outbound(socket, this.#ask),
      isOpen: false,
    };
    this.#link = link;
    socket.ev.on('creds.update', () => this.#save(auth));
    socket.ev.on('connection.update', ({ connection, qr, isNewLogin, lastDisconnect }) => {
      if (this.#link !== link) return;
      if (qr !== undefined) this.#tell({ do: 'qr', code: qr });
      if (isNewLogin) this.#tell({ do: 'paired' });
      if (connection === 'open') void this.#opened(link).catch(() => undefined);
      if (connection === 'close') this.#closed(link, lastDisconnect?.error);
    });
  }

  async #opened(link: Link): Promise<void> {
    const { socket, hearing } = link;
    const user = socket.user ?? { id: '' };
    link.isOpen = true;
    await this.#saving;
    await hearing.catchUp(user);
    this.#tell({ do: 'open', me: await peerOf(socket.signalRepository.lidMapping, user.id, user.lid) });
  }

  #closed(link: Link, error: unknown): void {
    const code = (error as { output?: { statusCode?: number } } | undefined)?.output?.statusCode ?? lost;
    this.#link = undefined;
    link.isOpen = false;
    link.hearing.end();
    link.speaking.end();
    // The keys of a login that has just succeeded must be stored before the next socket opens.
    void link
      .finish()
      .then(() => this.#saving)
      .then(() => this.#tell({ do: 'closed', code }));
  }

  #save({ creds }: AuthenticationState): void {
    const text = encoded(creds);
    this.#saving = this.#saving.then(() => this.#ask({ do: 'creds.set', creds: text })).catch(() => undefined);
  }

  #tell(what: ToServer): void {
    void this.#ask(what).catch(() => undefined);
  }

  async #logout(): Promise<void> {
    const link = this.#link;
    if (link?.isOpen) await link.socket.logout().catch(() => undefined);
    await this.#end();
  }

  async #end(): Promise<void> {
    const link = this.#link;
    this.#link = undefined;
    if (!link) return;
    link.isOpen = false;
    link.hearing.end();
    link.speaking.end();
    await link.socket.end(undefined);
    await link.finish();
    await this.#saving;
  }
}
