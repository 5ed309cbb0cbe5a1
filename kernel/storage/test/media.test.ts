import { readdir, rm } from 'node:fs/promises';
import { request } from 'node:http';
import path from 'node:path';
import { Readable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { StoredFile } from '@balcao/sdk/server';
import { Browser, makeCompany, openInstallation } from '../../auth/test/open.ts';
import type { Installation, TestCompany } from '../../auth/test/open.ts';
import { openBackend } from '../open-backend.ts';
import { openBucketServer } from './bucket-server.ts';
import { png, samples } from './samples.ts';

const sample = (name: string): Buffer => samples[name] ?? Buffer.alloc(0);

describe.each(['local disk', 'bucket'])('on a %s', (kind) => {
  let all: Installation;
  let acme: TestCompany & { token: string };
  let other: TestCompany & { token: string };
  let bucket: Awaited<ReturnType<typeof openBucketServer>> | undefined;

  beforeAll(async () => {
    bucket = kind === 'bucket' ? await openBucketServer() : undefined;
    const s3 = bucket && {
      endpoint: bucket.endpoint,
      region: 'us-east-1',
      bucket: 'media',
      accessKeyId: 'id',
      secretAccessKey: 'key',
    };
    const dataDir = path.join(process.env['TMPDIR'] ?? '/tmp', `balcao-media-${process.pid}-${kind.replace(' ', '-')}`);
    all = await openInstallation({
      config: {
        sessionSecret: 'a secret of at least thirty-two characters',
        encryptionKey: Buffer.alloc(32, 7),
        publicUrl: 'http://localhost:8080',
        dataDir,
        mailFrom: 'x@y.example',
      },
      backend: await openBackend({ s3, dataDir }),
    });
    all.dataDir = dataDir;
    const withToken = async (name: string): Promise<TestCompany & { token: string }> => {
      const made = await makeCompany(all, name);
      const { body } = await new Browser(all).logIn(made.admin.email);
      return { ...made, token: String(body['tokenPublicDir']) };
    };
    acme = await withToken('acme');
    other = await withToken('other');
  });
  afterAll(async () => {
    await all.close();
    await bucket?.close();
    await rm(all.dataDir, { recursive: true, force: true });
  });

  const storage = (company = acme) => all.identity.media.forCompany(company.company.id);
  const get = (file: string, query = `t=${acme.token}`, headers: Record<string, string> = {}) =>
    fetch(`${all.url}/public/${file}?${query}`, { headers });
  /** A request as it stands: fetch would tidy the path, and ask past its cache. */
  const raw = (target: string, headers: Record<string, string> = {}): Promise<number> =>
    new Promise((resolve, reject) =>
      request(all.url, { path: target, headers }, (response) => {
        response.resume();
        resolve(response.statusCode ?? 0);
      })
        .on('error', reject)
        .end(),
    );
  const keep = (name: string, body: Buffer | Readable): Promise<StoredFile> => storage().store({ name, body });

  test('what is kept is read again, byte for byte, under a name of the kernel’s choosing', async () => {
    const file = await keep('../../etc/conta de luz.pdf', sample('pdf'));
    expect(file).toMatchObject({ name: 'conta de luz.pdf', mime: 'application/pdf', size: sample('pdf').length });
    expect(file.path).toMatch(new RegExp(`^${acme.company.id}/\\d{4}/\\d{2}/[\\w-]{24}\\.pdf$`));
    const read = await storage().read(file.path);
    expect(read.file).toEqual(file);
    expect((await buffer(read.stream)).equals(sample('pdf'))).toBe(true);
    expect(storage().url(file.path)).toBe(`/public/${file.path}`);
  });

  test('a stream and an upload are kept like bytes', async () => {
    const picture = await png();
    const file = await keep('foto.png', Readable.from([picture.subarray(0, 10), picture.subarray(10)]));
    expect(file).toMatchObject({ mime: 'image/png', size: picture.length });
    const upload = {
      name: 'foto.jpg',
      size: picture.length,
      mime: 'image/png',
      stream: () => Readable.from([picture]),
    };
    const kept = await storage().store(upload);
    expect(kept.path).toMatch(/\.png$/);
  });

  test('what nobody can name is kept as bytes that no browser opens', async () => {
    const file = await keep('fatura.html', sample('html'));
    expect(file).toMatchObject({ mime: 'application/octet-stream', name: 'fatura.html' });
    expect(file.path).toMatch(/\.bin$/);
    const response = await get(file.path);
    expect(response.headers.get('content-type')).toBe('application/octet-stream');
    expect(response.headers.get('content-disposition')).toBe('attachment; filename="fatura.html"');
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    expect(response.headers.get('content-security-policy')).toContain('sandbox');
    expect(await response.text()).toBe(sample('html').toString());
  });

  test('a picture that calls itself a page is saved under the ending of a picture', async () => {
    const response = await get((await keep('poly.HTML', await png())).path);
    expect(response.headers.get('content-disposition')).toBe('inline; filename="poly.HTML.png"');
  });

  test('a picture shows in the page, a text is downloaded, and the name keeps its accents', async () => {
    const picture = await get((await keep('São João.png', await png())).path);
    expect(picture.headers.get('content-type')).toBe('image/png');
    expect(picture.headers.get('content-disposition')).toBe(
      `inline; filename="S_o Jo_o.png"; filename*=UTF-8''S%C3%A3o%20Jo%C3%A3o.png`,
    );
    expect(picture.headers.get('cache-control')).toMatch(/^private/);
    const plain = await get((await keep('a.txt', sample('text'))).path);
    expect(plain.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect(plain.headers.get('content-disposition')).toMatch(/^attachment/);
    expect(await plain.text()).toBe(sample('text').toString());
  });

  test('a PDF opens in the browser’s viewer, which a sandbox would forbid', async () => {
    const response = await get((await keep('a.pdf', sample('pdf'))).path);
    expect(response.headers.get('content-disposition')).toMatch(/^inline/);
    expect(response.headers.get('content-security-policy')).toMatch(/^default-src 'none';.*frame-ancestors 'self'$/);
  });

  test('another company’s token, none, or a wrong one finds nothing', async () => {
    const { path: file } = await keep('a.pdf', sample('pdf'));
    for (const query of [
      `t=${other.token}`,
      '',
      't=',
      `t=${acme.token}x`,
      `t=${acme.token}&t=${acme.token}`,
      's=x&e=9999999999',
    ])
      expect((await get(file, query)).status, query).toBe(404);
    expect((await get(file)).status).toBe(200);
  });

  test('one company neither reads nor removes another’s file', async () => {
    const { path: file } = await keep('a.pdf', sample('pdf'));
    await expect(storage(other).read(file)).rejects.toMatchObject({ status: 404 });
    await storage(other).remove(file);
    expect((await get(file)).status).toBe(200);
  });

  test('a removed file is gone', async () => {
    const { path: file } = await keep('a.pdf', sample('pdf'));
    await storage().remove(file);
    expect((await get(file)).status).toBe(404);
    await expect(storage().read(file)).rejects.toMatchObject({ code: 'ERR_NO_FILE_FOUND' });
  });

  test('no path leads out of the media', async () => {
    for (const target of [
      '/../../../etc/passwd',
      '/..%2f..%2f..%2fetc%2fpasswd',
      `/${acme.company.id}/../../secrets.json`,
      '/.incoming/x',
      '/%E0%A4%A',
      '/%00',
      '/',
    ])
      expect(await raw(`/public${target}?t=${acme.token}`), target).toBe(404);
  });

  test('a link for an outsider opens one file, until its time is over', async () => {
    const { path: file } = await keep('a.pdf', sample('pdf'));
    const { path: second } = await keep('b.pdf', sample('pdf'));
    const link = await storage().link(file, 60);
    const query = link.slice(link.indexOf('?') + 1);
    expect((await get(file, query)).status).toBe(200);
    expect((await get(second, query)).status).toBe(404);
    expect(
      (
        await get(
          file,
          query.replace(/e=(\d+)/, (_all, e) => `e=${Number(e) + 1000}`),
        )
      ).status,
    ).toBe(404);
    const over = await storage().link(file, -1);
    expect((await get(file, over.slice(over.indexOf('?') + 1))).status).toBe(404);
  });

  test('a company links its own files and what the platform shares, and no other company’s', async () => {
    const { path: own } = await keep('a.pdf', sample('pdf'));
    await expect(storage(other).link(own, 60)).rejects.toMatchObject({ status: 404, code: 'ERR_NO_FILE_FOUND' });
    await expect(storage(other).link('../etc/passwd', 60)).rejects.toMatchObject({ code: 'ERR_NO_FILE_FOUND' });
    const news = { name: 'news.pdf', body: sample('pdf') };
    await expect(storage().store(news, { shared: true })).rejects.toMatchObject({ code: 'ERR_NO_PERMISSION' });
    const platform = all.identity.media.forCompany(acme.company.id, false, true);
    const { path: shown } = await platform.store(news, { shared: true });
    const link = await storage(other).link(shown, 60);
    expect((await get(shown, link.slice(link.indexOf('?') + 1))).status).toBe(200);
    await expect(storage(other).read(shown)).rejects.toMatchObject({ code: 'ERR_NO_FILE_FOUND' });
  });

  test('a player seeks: ranges answer 206, one outside the file 416', async () => {
    const film = sample('mp4');
    const { path: file } = await keep('filme.mp4', film);
    const part = async (range: string, headers = {}) => {
      const response = await get(file, `t=${acme.token}`, { range, ...headers });
      return {
        status: response.status,
        range: response.headers.get('content-range'),
        length: response.headers.get('content-length'),
        bytes: Buffer.from(await response.arrayBuffer()),
      };
    };
    const size = film.length;
    expect(await part('bytes=10-19')).toEqual({
      status: 206,
      range: `bytes 10-19/${size}`,
      length: '10',
      bytes: film.subarray(10, 20),
    });
    expect(await part('bytes=20000-')).toMatchObject({
      status: 206,
      range: `bytes 20000-${size - 1}/${size}`,
      bytes: film.subarray(20_000),
    });
    expect(await part('bytes=-5')).toMatchObject({ status: 206, bytes: film.subarray(-5) });
    expect(await part(`bytes=0-${size + 100}`)).toMatchObject({ status: 206, length: String(size) });
    expect(await part(`bytes=${size}-`)).toMatchObject({ status: 416, range: `bytes */${size}` });
    for (const strange of ['bytes=9-1', 'bytes=a-b', 'bytes=0-1,5-6', 'lines=1-2', 'bytes=-'])
      expect(await part(strange), strange).toMatchObject({ status: 200, length: String(size) });
    expect((await part('bytes=0-1', { 'if-range': '"old"' })).status).toBe(200);
  });

  test('a browser that has the file is told so, after its token was checked', async () => {
    const { path: file } = await keep('a.pdf', sample('pdf'));
    const etag = (await get(file)).headers.get('etag') ?? '';
    expect(await raw(`/public/${file}?t=${acme.token}`, { 'if-none-match': etag })).toBe(304);
    expect(await raw(`/public/${file}?t=x`, { 'if-none-match': etag })).toBe(404);
    const head = await fetch(`${all.url}/public/${file}?t=${acme.token}`, { method: 'HEAD' });
    expect(head.headers.get('content-length')).toBe(String(sample('pdf').length));
  });

  test('a file over the limit is refused and leaves nothing behind', async () => {
    const endless = Readable.from(
      (function* () {
        for (;;) yield Buffer.alloc(1024 * 1024);
      })(),
    );
    const upload = { name: 'a.pdf', size: 1, mime: 'application/pdf', stream: () => endless };
    await expect(storage().store(upload)).rejects.toMatchObject({ status: 413, code: 'ERR_FILE_TOO_LARGE' });
    expect(await readdir(path.join(all.dataDir, 'media', '.incoming'))).toEqual([]);
  });

  test('a sender that breaks off leaves nothing behind', async () => {
    const broken = Readable.from(
      (async function* () {
        yield Buffer.from('%PDF');
        throw new Error('gone');
      })(),
    );
    await expect(keep('a.pdf', broken)).rejects.toThrow('gone');
    expect(await readdir(path.join(all.dataDir, 'media', '.incoming'))).toEqual([]);
  });

  test('bytes that are missing under a record are 404 and not remembered by the browser', async () => {
    const { path: file } = await keep('a.pdf', sample('pdf'));
    if (bucket) bucket.objects.delete(`media/${file}`);
    else await rm(path.join(all.dataDir, 'media', file));
    const response = await get(file);
    expect(response.status).toBe(404);
    expect(response.headers.get('cache-control')).toBeNull();
    expect(await response.json()).toEqual({ error: 'ERR_NO_FILE_FOUND' });
  });

  test.runIf(kind === 'bucket')(
    'while the store is away a file is 503, and the browser does not remember that',
    async () => {
      const { path: file } = await keep('a.pdf', sample('pdf'));
      bucket?.setBusy(true);
      const response = await get(file, undefined, { range: 'bytes=0-3' });
      bucket?.setBusy(false);
      expect(response.status).toBe(503);
      for (const header of ['cache-control', 'etag', 'content-range', 'content-disposition'])
        expect(response.headers.get(header)).toBeNull();
      expect(await response.json()).toEqual({ error: 'ERR_STORAGE_UNAVAILABLE' });
      expect((await get(file)).status).toBe(200);
    },
  );

  test('a company knows how much it stores', async () => {
    const before = await storage(other).used();
    await storage(other).store({ name: 'a.pdf', body: sample('pdf') });
    expect(await storage(other).used()).toBe(before + sample('pdf').length);
  });

  test('a strange name breaks no header', async () => {
    const file = await keep('a\r\nSet-Cookie: x=1\u202Egnp.exe"; filename=b.pdf', sample('pdf'));
    const response = await get(file.path);
    expect(response.status).toBe(200);
    expect(response.headers.get('set-cookie')).toBeNull();
    expect(file.name).not.toMatch(/[\r\n\u202e]/);
    await response.arrayBuffer();
    expect((await keep('', sample('pdf'))).name).toBe('file');
    const { stream } = await storage().read((await keep('t.txt', sample('text'))).path);
    expect(await text(stream)).toBe(sample('text').toString());
  });
});
