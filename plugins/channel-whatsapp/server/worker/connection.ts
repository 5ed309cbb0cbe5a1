import type { AuthenticationState, WASocket } from 'baileys';
import { channelError } from '@balcao/connections/contract';
import type { ToServer, ToWorker } from '../connection/worker-protocol.ts';
import { encoded, openAuthState } from './auth-state.ts';
import { Inbound } from './inbound.ts';
import { Journal } from './journal.ts';
import { openSocket } from './socket.ts';
import { personOf } from './address-map.ts';
import { Outbound } from './outbound.ts';

type Request = <T>(question: ToServer) => Promise<T>;

interface OpenSocket {
  socket: WASocket;
  /** Ensures that no pending work of the socket changes a key any more. */
  finish(): Promise<void>;
  inbound: Inbound;
  outbound: Outbound;
  /** True once somebody was logged in over it. */
  isOpen: boolean;
}

/** The client library’s code for a connection that was closed without a reason. */
const closedWithoutReason = 428;

/** One linked device, with at most one socket at a time, reopened whenever the server requests it. */
export class WhatsAppConnection {
  readonly #request: Request;
  #open: OpenSocket | undefined;
  /** Saves are serialised, or older keys would overwrite newer ones. */
  #saving: Promise<unknown> = Promise.resolve();

  constructor(request: Request) {
    this.#request = request;
  }

  async handle(command: ToWorker): Promise<unknown> {
    if (command.do === 'start') return this.#start(command);
    if (command.do === 'stop') return this.#end();
    if (command.do === 'logout') return this.#logout();
    const open = this.#open;
    if (!open) throw channelError('disconnected', 'no-link');
    if (command.do === 'pairing-code') return open.socket.requestPairingCode(command.number);
    if (command.do === 'read-history') return open.inbound.history.decode(command.messages);
    if (!open.isOpen) throw channelError('disconnected', 'no-link');
    const { outbound } = open;
    if (command.do === 'send') return outbound.send(command.message);
    if (command.do === 'react') return outbound.react(command.target, command.fromMe, command.emoji, command.to);
    if (command.do === 'edit') return outbound.edit(command.target, command.body, command.to);
    if (command.do === 'revoke') return outbound.revoke(command.target, command.to);
    if (command.do === 'read') return outbound.read(command.ids, command.to);
    if (command.do === 'presence') return outbound.presence(command.state, command.to);
    return outbound.check(command.number);
  }

  async #start({ network, creds, history }: Extract<ToWorker, { do: 'start' }>): Promise<void> {
    await this.#end();
    const { auth, finish } = openAuthState(this.#request, creds);
    const journal = new Journal();
    const socket = openSocket(auth, { network, journal, wantsHistory: history !== null }, this.#request);
    const open: OpenSocket = {
      socket,
      finish,
      inbound: new Inbound(socket, this.#request, history),
      outbound: new Outbound(socket, this.#request),
      isOpen: false,
    };
    this.#open = open;
    socket.ev.on('creds.update', () => this.#save(auth));
    socket.ev.on('connection.update', ({ connection, qr, isNewLogin, lastDisconnect }) => {
      if (this.#open !== open) return;
      if (qr !== undefined) this.#notify({ do: 'qr', code: qr });
      if (isNewLogin) this.#notify({ do: 'paired' });
      if (connection === 'open') void this.#opened(open).catch(() => undefined);
      if (connection === 'close') this.#closed(open, lastDisconnect?.error);
    });
  }

  async #opened(open: OpenSocket): Promise<void> {
    const { socket, inbound } = open;
    const user = socket.user ?? { id: '' };
    open.isOpen = true;
    await this.#saving;
    await inbound.catchUp(user);
    this.#notify({ do: 'open', me: await personOf(socket.signalRepository.lidMapping, user.id, user.lid) });
  }

  #closed(open: OpenSocket, error: unknown): void {
    const code = (error as { output?: { statusCode?: number } } | undefined)?.output?.statusCode ?? closedWithoutReason;
    this.#open = undefined;
    open.isOpen = false;
    open.inbound.end();
    open.outbound.end();
    // The keys of a login that has just succeeded must be stored before the next socket opens.
    void open
      .finish()
      .then(() => this.#saving)
      .then(() => this.#notify({ do: 'closed', code }));
  }

  #save({ creds }: AuthenticationState): void {
    const text = encoded(creds);
    this.#saving = this.#saving.then(() => this.#request({ do: 'creds.set', creds: text })).catch(() => undefined);
  }

  #notify(what: ToServer): void {
    void this.#request(what).catch(() => undefined);
  }

  async #logout(): Promise<void> {
    const open = this.#open;
    if (open?.isOpen) await open.socket.logout().catch(() => undefined);
    await this.#end();
  }

  async #end(): Promise<void> {
    const open = this.#open;
    this.#open = undefined;
    if (!open) return;
    open.isOpen = false;
    open.inbound.end();
    open.outbound.end();
    await open.socket.end(undefined);
    await open.finish();
    await this.#saving;
  }
}
