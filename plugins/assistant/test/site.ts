import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

const key = Symbol.for('balcao.test-pages');
const shared = globalThis as { [key]?: { names: Map<string, readonly string[]>; ports: Set<number> } };

/** Lets a server on this machine count as one of the public internet, under a name. */
export const publish = (name: string, port: number): void => {
  shared[key] ??= { names: new Map(), ports: new Set() };
  shared[key].names.set(name, ['127.0.0.1']);
  shared[key].ports.add(port);
};

/** A site of a company on this machine, which counts as public while it is open. */
export class TestSite {
  readonly pages = new Map<string, { body: string; type?: string; status?: number; location?: string }>();
  readonly asked: string[] = [];
  #server: Server | undefined;
  base = '';

  async open(name: string): Promise<void> {
    this.#server = createServer((request, response) => {
      const path = request.url ?? '';
      this.asked.push(path);
      const page = this.pages.get(path);
      response.writeHead(page?.status ?? (page ? 200 : 404), {
        'content-type': page?.type ?? 'text/html; charset=utf-8',
        ...(page?.location !== undefined && { location: page.location }),
      });
      response.end(page?.body ?? '');
    });
    await new Promise<void>((resolve) => this.#server?.listen(0, '127.0.0.1', resolve));
    const { port } = this.#server.address() as AddressInfo;
    publish(name, port);
    this.base = `http://${name}:${port}`;
  }

  async close(): Promise<void> {
    await new Promise((resolve) => this.#server?.close(resolve));
  }
}
