import { io, type Socket } from 'socket.io-client';

type ReceivedMessage = { event: string; data: Record<string, unknown> };

/** A socket.io client that uses only the specified protocol, and none of the product's own rooms. */
export class SpecifiedClient {
  readonly #socket: Socket;
  readonly heard: ReceivedMessage[] = [];

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.onAny((event: string, data: Record<string, unknown>) => {
      if (event !== 'room') this.heard.push({ event, data });
    });
  }

  static async of(url: string, token: string): Promise<SpecifiedClient> {
    const socket = io(url, { path: '/socket.io', transports: ['websocket'], reconnection: false, auth: { token } });
    const client = new SpecifiedClient(socket);
    await new Promise<void>((resolve, reject) => {
      socket.once('connect', resolve);
      socket.once('connect_error', reject);
    });
    return client;
  }

  /** Returns the server's acknowledgement. */
  emit(event: string, ...sent: unknown[]): Promise<{ ok?: true; error?: string }> {
    return this.#socket.timeout(10_000).emitWithAck(event, ...sent);
  }

  /** Returns the first event of this name that matches, received now or later. */
  hears(
    event: string,
    fits: (data: Record<string, unknown>) => boolean = () => true,
  ): Promise<Record<string, unknown>> {
    const known = this.heard.find((one) => one.event === event && fits(one.data));
    if (known) return Promise.resolve(known.data);
    return new Promise((resolve, reject) => {
      const names = (): string => this.heard.map((one) => one.event).join(', ') || 'nothing';
      const late = setTimeout(() => reject(new Error(`"${event}" was not heard; heard: ${names()}`)), 10_000);
      const listen = (data: Record<string, unknown>): void => {
        if (!fits(data)) return;
        clearTimeout(late);
        this.#socket.off(event, listen);
        resolve(data);
      };
      this.#socket.on(event, listen);
    });
  }

  all(event: string): Record<string, unknown>[] {
    return this.heard.filter((one) => one.event === event).map(({ data }) => data);
  }

  leave(): void {
    this.#socket.close();
  }
}
