import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestHost } from '@balcao/testing';
import { deleteOldPreviews } from '../../server/preview/link-preview.ts';
import { Attendance, startAttendance } from '../attendance.ts';

interface Preview {
  url?: string;
  title?: string;
  description?: string;
  site?: string;
  image?: string;
  error?: string;
}

const key = Symbol.for('balcao.test-pages');
const shared = globalThis as { [key]?: { names: Map<string, readonly string[]>; ports: Set<number> } };

let host: TestHost;
let server: Server;
/** A service in the company's own network, which must never be reached. */
let inside: Server;
let reachedInside = 0;
let base = '';
let insidePort = 0;
let picture: Buffer;
const asked: string[] = [];
const pages = new Map<string, (request: IncomingMessage, response: ServerResponse) => void>();

const listen = async (one: Server): Promise<number> => {
  await new Promise<void>((resolve) => one.listen(0, '127.0.0.1', resolve));
  return (one.address() as AddressInfo).port;
};
const html = (path: string, text: string, type = 'text/html; charset=utf-8'): void => {
  pages.set(path, (_request, response) => response.writeHead(200, { 'content-type': type }).end(text));
};
const redirect = (path: string, to: string): void => {
  pages.set(path, (_request, response) => response.writeHead(302, { location: to }).end());
};

beforeAll(async () => {
  host = await startAttendance();
  picture = await sharp({ create: { width: 1200, height: 630, channels: 3, background: '#803b83' } })
    .withExif({ IFD0: { Copyright: 'secret words' } })
    .jpeg()
    .toBuffer();
  server = createServer((request, response) => {
    const path = request.url ?? '';
    asked.push(path);
    const page = pages.get(path);
    if (page) page(request, response);
    else response.writeHead(404).end();
  });
  inside = createServer((_request, response) => {
    reachedInside += 1;
    response.writeHead(200, { 'content-type': 'text/html' }).end('<title>segredo</title>');
  });
  const port = await listen(server);
  insidePort = await listen(inside);
  base = `http://loja.example:${port}`;
  shared[key] = {
    names: new Map([
      ['loja.example', ['127.0.0.1']],
      ['interna.example', ['10.0.0.5']],
      ['duas-caras.example', ['93.184.216.34', '169.254.169.254']],
    ]),
    ports: new Set([port]),
  };
});
afterAll(async () => {
  delete shared[key];
  for (const one of [server, inside]) {
    one?.closeAllConnections();
    one?.close();
  }
  await host?.close();
});

const preview = async (desk: Attendance, body: string): Promise<Preview> => {
  const { messageId } = await desk.arrives(desk.number(), body);
  const answer = await desk.admin.get<Preview>(`/messages/${messageId}/preview`);
  expect(answer.status).toBe(200);
  return answer.body;
};

describe('The preview of a link', () => {
  it('A link gets a preview with title, description and a small stored picture, fetched once', async () => {
    const desk = await Attendance.of(host);
    html(
      '/produto',
      `<meta property="og:title" content="Cadeira"><meta name="description" content="De madeira"><meta property="og:image" content="/foto.jpg">`,
    );
    pages.set('/foto.jpg', (_request, response) =>
      response.writeHead(200, { 'content-type': 'image/jpeg' }).end(picture),
    );
    const card = await preview(desk, `Olha: ${base}/produto !`);
    expect(card).toMatchObject({
      url: `${base}/produto`,
      title: 'Cadeira',
      description: 'De madeira',
      site: 'loja.example',
    });
    const { file, stream } = await desk.company
      .scope('tickets')
      .storage.read(card.image?.replace('/public/', '') ?? '');
    expect(file.mime).toBe('image/webp');
    const bytes = Buffer.concat((await stream.toArray()) as Buffer[]);
    expect(await sharp(bytes).metadata()).toMatchObject({ width: 320, height: 168 });
    expect(bytes.includes('secret words')).toBe(false);
    await preview(desk, `de novo ${base}/produto`);
    expect(asked.filter((path) => path === '/produto')).toHaveLength(1);
    const other = await Attendance.of(host);
    await preview(other, `${base}/produto`);
    expect(asked.filter((path) => path === '/produto')).toHaveLength(2);
  });

  it('A link requested by many at once is fetched once', async () => {
    const desk = await Attendance.of(host);
    html('/junto', '<title>Junto</title>');
    const { messageId } = await desk.arrives(desk.number(), `${base}/junto`);
    const cards = await Promise.all(
      Array.from({ length: 6 }, () => desk.admin.get<Preview>(`/messages/${messageId}/preview`)),
    );
    expect(cards.map(({ body }) => body.title)).toEqual(Array(6).fill('Junto'));
    expect(asked.filter((path) => path === '/junto')).toHaveLength(1);
  });

  it('A link is fetched to the end for others when the first requester went away', async () => {
    const desk = await Attendance.of(host);
    let answer = (): void => undefined;
    pages.set('/devagar-mas-vem', (_request, response) => {
      answer = () => response.writeHead(200, { 'content-type': 'text/html' }).end('<title>Veio</title>');
    });
    const { messageId } = await desk.arrives(desk.number(), `${base}/devagar-mas-vem`);
    const gone = new AbortController();
    const first = fetch(`${host.url}/api/messages/${messageId}/preview`, {
      headers: { authorization: `Bearer ${desk.admin.token}` },
      signal: gone.signal,
    }).catch(() => undefined);
    await expect.poll(() => asked.filter((path) => path === '/devagar-mas-vem')).toHaveLength(1);
    const second = desk.admin.get<Preview>(`/messages/${messageId}/preview`);
    gone.abort();
    await first;
    // Until the server has noticed that the requester is gone.
    await desk.admin.get('/tickets');
    await new Promise((resolve) => setImmediate(resolve));
    answer();
    expect((await second).body.title).toBe('Veio');
    expect((await desk.admin.get<Preview>(`/messages/${messageId}/preview`)).body.title).toBe('Veio');
    expect(asked.filter((path) => path === '/devagar-mas-vem')).toHaveLength(1);
  });

  it('Of many links at once each waits its turn, and all get their preview', async () => {
    const desk = await Attendance.of(host);
    const answers: (() => void)[] = [];
    const links = Array.from({ length: 12 }, (_, index) => `/fila-${index}`);
    for (const path of links)
      pages.set(path, (_request, response) => {
        answers.push(() => response.writeHead(200, { 'content-type': 'text/html' }).end(`<title>${path}</title>`));
      });
    const messageIds: number[] = [];
    for (const path of links) messageIds.push((await desk.arrives(desk.number(), `${base}${path}`)).messageId);
    const cards = messageIds.map((id) => desk.admin.get<Preview>(`/messages/${id}/preview`));
    // At most eight pages at a time, however many are requested.
    await expect.poll(() => answers.length).toBe(8);
    const timer = setInterval(() => answers.shift()?.(), 20);
    try {
      expect((await Promise.all(cards)).map(({ body }) => body.title)).toEqual(links);
    } finally {
      clearInterval(timer);
    }
  });

  it('A page without useful data has no preview, and is not requested again for a while', async () => {
    const desk = await Attendance.of(host);
    html('/vazia', '<p>oi</p>');
    html('/dados', '{"title":"x"}', 'application/json');
    pages.set('/zip', (_request, response) =>
      response.writeHead(200, { 'content-type': 'text/html', 'content-encoding': 'gzip' }).end('<title>x</title>'),
    );
    for (const path of ['/vazia', '/dados', '/zip', '/nao-existe']) {
      expect(await preview(desk, `${base}${path}`)).toEqual({});
      expect(await preview(desk, `${base}${path}`)).toEqual({});
      expect(asked.filter((one) => one === path)).toHaveLength(1);
    }
  });

  it('A page is read up to half a megabyte, and an invalid picture is left out', async () => {
    const desk = await Attendance.of(host);
    let written = 0;
    pages.set('/longa', (_request, response) => {
      response
        .writeHead(200, { 'content-type': 'text/html' })
        .write('<title>Longa</title><meta property="og:image" content="/falsa.png">');
      const pour = (): void => {
        if (response.destroyed || written > 50_000_000) return;
        written += 65_536;
        response.write(Buffer.alloc(65_536, 'a'), () => setImmediate(pour));
      };
      pour();
    });
    pages.set('/falsa.png', (_request, response) =>
      response.writeHead(200, { 'content-type': 'image/png' }).end('<svg onload="alert(1)"/>'),
    );
    expect(await preview(desk, `${base}/longa`)).toEqual({
      url: `${base}/longa`,
      title: 'Longa',
      description: '',
      site: 'loja.example',
    });
    expect(written).toBeLessThan(10_000_000);
  });

  it('A page that never answers is given up', { timeout: 20_000 }, async () => {
    const desk = await Attendance.of(host);
    pages.set('/muda', () => undefined);
    expect(await preview(desk, `${base}/muda`)).toEqual({});
  });

  it('A link is followed through redirects to the page', async () => {
    const desk = await Attendance.of(host);
    redirect('/curto', '/longe');
    redirect('/longe', `${base}/fim`);
    html('/fim', '<title>Chegou</title>');
    expect(await preview(desk, `${base}/curto`)).toMatchObject({ url: `${base}/curto`, title: 'Chegou' });
    redirect('/roda', '/roda');
    expect(await preview(desk, `${base}/roda`)).toEqual({});
    expect(asked.filter((path) => path === '/roda')).toHaveLength(5);
  });
});

describe('The server’s own network is never reached', () => {
  it.each([
    ['by its address', () => `http://127.0.0.1:${insidePort}/`],
    ['by its name', () => `http://localhost:${insidePort}/`],
    ['by a number that means it', () => `http://2130706433:${insidePort}/`],
    ['in octal', () => `http://0177.0.0.1:${insidePort}/`],
    ['as IPv6', () => `http://[::ffff:127.0.0.1]:${insidePort}/`],
    ['by the address of all interfaces', () => `http://0.0.0.0:${insidePort}/`],
    ['on the usual port', () => 'http://127.0.0.1/'],
    ['by a name with an address of the company’s network', () => 'http://interna.example/'],
    ['by a name with a public and a private address', () => 'http://duas-caras.example/latest/meta-data/'],
    ['through another protocol', () => 'file:///etc/passwd'],
  ])('The server’s own network is not reached %s', async (_how, address) => {
    const desk = await Attendance.of(host);
    expect(await preview(desk, address())).toEqual({});
    expect(reachedInside).toBe(0);
  });

  it('The own network is not reached through a redirect of a public page, or of its picture', async () => {
    const desk = await Attendance.of(host);
    redirect('/armadilha', `http://127.0.0.1:${insidePort}/`);
    expect(await preview(desk, `${base}/armadilha`)).toEqual({});
    redirect('/armadilha-2', 'http://interna.example/');
    expect(await preview(desk, `${base}/armadilha-2`)).toEqual({});
    html('/isca', `<title>Isca</title><meta property="og:image" content="http://127.0.0.1:${insidePort}/x.png">`);
    expect(await preview(desk, `${base}/isca`)).toEqual({
      url: `${base}/isca`,
      title: 'Isca',
      description: '',
      site: 'loja.example',
    });
    expect(reachedInside).toBe(0);
  });

  it('The own network is not reached outside tests, whatever a test once allowed', async () => {
    const desk = await Attendance.of(host);
    html('/producao', '<title>aberta</title>');
    const before = process.env['NODE_ENV'];
    process.env['NODE_ENV'] = 'production';
    try {
      expect(await preview(desk, base.replace('loja.example', '127.0.0.1') + '/producao')).toEqual({});
    } finally {
      process.env['NODE_ENV'] = before;
    }
    expect(asked).not.toContain('/producao');
  });
});

describe('Access to previews', () => {
  it('Nobody gets a preview while the company has previews off, or of a deleted message', async () => {
    html('/ligada', '<title>Ligada</title>');
    const off = await Attendance.of(host, { linkPreviews: 'disabled' });
    expect(await preview(off, `${base}/ligada`)).toEqual({});
    expect(asked).not.toContain('/ligada');
    const desk = await Attendance.of(host);
    const { messageId } = await desk.arrives(desk.number(), `${base}/ligada`);
    await host.kernel.database.owner.query('update tickets.message set is_deleted = true where id = $1', [messageId]);
    expect((await desk.admin.get<Preview>(`/messages/${messageId}/preview`)).body).toEqual({});
  });

  it('Only people who may open the conversation get its previews, and nobody of another company', async () => {
    const desk = await Attendance.of(host);
    const queue = await desk.queue('Vendas');
    await desk.routeTo(queue);
    const { messageId } = await desk.arrives(desk.number(), `${base}/ligada`);
    const ana = await desk.attendant('Ana');
    expect((await ana.get<Preview>(`/messages/${messageId}/preview`)).status).toBe(403);
    const other = await Attendance.of(host);
    expect(await other.admin.get<Preview>(`/messages/${messageId}/preview`)).toMatchObject({
      status: 404,
      body: { error: 'ERR_NO_MESSAGE_FOUND' },
    });
    expect((await desk.admin.get('/messages/0/preview')).status).toBe(400);
  });

  it('A preview that was not requested for a month is deleted with its picture', async () => {
    const desk = await Attendance.of(host);
    html('/velha', '<title>Velha</title><meta property="og:image" content="/foto.jpg">');
    const { image = '' } = await preview(desk, `${base}/velha`);
    const { owner } = host.kernel.database;
    await owner.query(`update tickets.link_preview set fetched_at = now() - interval '31 days' where company_id = $1`, [
      desk.company.id,
    ]);
    const scope = desk.company.scope('tickets');
    await deleteOldPreviews(scope);
    expect(
      (await owner.query('select 1 from tickets.link_preview where company_id = $1', [desk.company.id])).rows,
    ).toEqual([]);
    await expect(scope.storage.read(image.replace('/public/', ''))).rejects.toMatchObject({
      code: 'ERR_NO_FILE_FOUND',
    });
  });
});
