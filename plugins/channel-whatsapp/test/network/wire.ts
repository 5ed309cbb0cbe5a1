import { binaryNodeToString, decodeBinaryNode, encodeBinaryNode, type BinaryNode, type proto } from 'baileys';
import type { WebSocket } from 'ws';
import { NoiseResponder, type Certificates } from './noise.ts';

const headerBytes = 4;

/** One client’s connection: frames of three bytes of length and their content, encrypted after the handshake. */
export class ClientWire {
  payload: proto.ClientPayload | undefined;
  readonly #socket: WebSocket;
  readonly #noise: NoiseResponder;
  #step: 'header' | 'hello' | 'finish' | 'open' = 'header';
  #bytes = Buffer.alloc(0);

  constructor(
    socket: WebSocket,
    certificates: Certificates,
    received: { payload(payload: proto.ClientPayload): void; node(node: BinaryNode): Promise<void>; gone(): void },
  ) {
    this.#socket = socket;
    this.#noise = new NoiseResponder(certificates);
    let turn: Promise<void> = Promise.resolve();
    socket.on('message', (data) => {
      turn = turn
        .then(() => this.#read(Buffer.from(data as Buffer), received))
        .catch((error: unknown) => {
          this.failed = error;
          socket.terminate();
        });
    });
    socket.on('close', () => received.gone());
    socket.on('error', () => undefined);
  }

  /** The first request of a client that this network does not understand. */
  failed: unknown;

  send(node: BinaryNode): void {
    this.#frame(this.#noise.seal(encodeBinaryNode(node)));
  }
  close(): void {
    this.#socket.close();
  }
  /** Breaks the connection without a reason, as when a cable is pulled. */
  cut(): void {
    this.#socket.terminate();
  }

  #frame(bytes: Uint8Array): void {
    const length = Buffer.alloc(3);
    length.writeUIntBE(bytes.length, 0, 3);
    this.#socket.send(Buffer.concat([length, bytes]), () => undefined);
  }

  async #read(
    data: Buffer,
    received: { payload(payload: proto.ClientPayload): void; node(node: BinaryNode): Promise<void> },
  ): Promise<void> {
    this.#bytes = Buffer.concat([this.#bytes, data]);
    if (this.#step === 'header') {
      if (this.#bytes.length < headerBytes) return;
      this.#bytes = this.#bytes.subarray(headerBytes);
      this.#step = 'hello';
    }
    while (this.#bytes.length >= 3) {
      const length = this.#bytes.readUIntBE(0, 3);
      if (this.#bytes.length < length + 3) return;
      const frame = this.#bytes.subarray(3, length + 3);
      this.#bytes = this.#bytes.subarray(length + 3);
      if (this.#step === 'hello') {
        this.#frame(this.#noise.hello(frame));
        this.#step = 'finish';
      } else if (this.#step === 'finish') {
        this.payload = this.#noise.finish(frame);
        this.#step = 'open';
        received.payload(this.payload);
      } else {
        const node = await decodeBinaryNode(this.#noise.open(frame));
        if (process.env['WHATSAPP_NETWORK_TRACE']) console.log('<<', binaryNodeToString(node).slice(0, 400));
        await received.node(node);
      }
    }
  }
}
