import net from 'node:net';

const closed = (): Error => new Error('the server closed the connection');
const end = Buffer.from('\r\n\r\n');

/**
 * One kept-alive connection with one request at a time. Written by hand because load and server share the machine: the
 * cost of a full client would be counted against the server.
 */
export class HttpClient {
  readonly #socket: net.Socket;
  readonly #head: string;
  #received: Buffer = Buffer.alloc(0);
  #answered: ((answer: { status: number; body: Buffer }) => void) | undefined;
  #failed: ((error: Error) => void) | undefined;
  #isClosed = false;

  private constructor(socket: net.Socket, head: string) {
    this.#socket = socket;
    this.#head = head;
    socket.setNoDelay(true);
    socket.on('data', (chunk) => {
      this.#received = this.#received.length === 0 ? chunk : Buffer.concat([this.#received, chunk]);
      this.#read();
    });
    socket.on('error', (error) => this.#failed?.(error));
    // The server closes connections that are idle for some seconds, so clients are opened when needed.
    socket.on('close', () => {
      this.#isClosed = true;
      this.#failed?.(closed());
    });
  }

  static async open(url: string, token: string): Promise<HttpClient> {
    const { hostname, port } = new URL(url);
    const socket = net.connect(Number(port), hostname);
    await new Promise<void>((resolve, reject) => socket.once('connect', resolve).once('error', reject));
    return new HttpClient(
      socket,
      `host: ${hostname}:${port}\r\nauthorization: Bearer ${token}\r\nconnection: keep-alive\r\n`,
    );
  }

  static many(url: string, token: string, count: number): Promise<HttpClient[]> {
    return Promise.all(Array.from({ length: count }, () => HttpClient.open(url, token)));
  }

  get(path: string): Promise<Buffer> {
    return this.#ask(`GET /api${path} HTTP/1.1\r\n${this.#head}\r\n`);
  }

  post(path: string, body: object): Promise<Buffer> {
    const text = JSON.stringify(body);
    const about = `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(text)}\r\n`;
    return this.#ask(`POST /api${path} HTTP/1.1\r\n${this.#head}${about}\r\n${text}`);
  }

  close(): void {
    this.#socket.destroy();
  }

  async #ask(request: string): Promise<Buffer> {
    if (this.#isClosed) throw closed();
    const answer = new Promise<{ status: number; body: Buffer }>((resolve, reject) => {
      this.#answered = resolve;
      this.#failed = reject;
    });
    this.#socket.write(request);
    const { status, body } = await answer;
    if (status !== 200) throw new Error(`the server answered ${status} ${body.toString()}`);
    return body;
  }

  #read(): void {
    const headEnd = this.#received.indexOf(end);
    if (headEnd < 0) return;
    const head = this.#received.toString('latin1', 0, headEnd);
    const length = Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? Number.NaN);
    const bodyAt = headEnd + end.length;
    if (!Number.isFinite(length)) {
      this.#failed?.(new Error(`a response without a content length: ${head}`));
      return;
    }
    if (this.#received.length < bodyAt + length) return;
    const body = this.#received.subarray(bodyAt, bodyAt + length);
    this.#received = this.#received.subarray(bodyAt + length);
    this.#answered?.({ status: Number(head.slice(9, 12)), body });
  }
}
