import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestHost } from '@balcao/testing';
import { maxFileBytes } from '../contract.ts';
import { picture, ChatFixture, startFixtures } from './chat-fixture.ts';

let host: TestHost;
beforeAll(async () => {
  host = await startFixtures();
});
afterAll(() => host?.close());

const megabyte = 1024 * 1024;
const pdf = (bytes: number): Uint8Array<ArrayBuffer> => {
  const file = new Uint8Array(bytes);
  file.set(Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\n'));
  return file;
};
const limit = async (shop: ChatFixture, megabytes: number): Promise<void> => {
  await host.kernel.identity.settings.set(shop.company.id, 'storageQuota', megabytes);
};

describe('limits of visitors’ files', () => {
  it('Files of visitors use no more than their share of the quota: the team still attaches, and visitors still write', async () => {
    const shop = await ChatFixture.of(host);
    await limit(shop, 20);
    const visitor = shop.visitor();
    await visitor.begin();
    await visitor.write('Oi');
    expect((await visitor.attach('um.pdf', pdf(3.5 * megabyte))).status).toBe(200);
    const refused = await visitor.attach('dois.pdf', pdf(megabyte));
    expect([refused.status, refused.body.error]).toEqual([413, 'ERR_STORAGE_FULL']);
    const stranger = shop.visitor();
    await stranger.begin();
    expect((await stranger.attach('tres.pdf', pdf(megabyte))).body.error).toBe('ERR_STORAGE_FULL');
    expect((await stranger.write('Então escrevo')).status).toBe(200);
    expect(await shop.attach(pdf(megabyte))).toBe(200);
  });

  it('Files of one address are limited per minute, however many visitors it makes up; texts are not', async () => {
    const shop = await ChatFixture.of(host);
    const ip = '198.51.100.7';
    const answers: number[] = [];
    for (let tries = 0; tries < 6; tries += 1) {
      const visitor = shop.visitor(undefined, ip);
      await visitor.begin();
      answers.push((await visitor.attach('grande.pdf', pdf(maxFileBytes - 1000))).status);
    }
    expect(answers.filter((status) => status === 200).length).toBeLessThanOrEqual(3);
    expect(answers.at(-1)).toBe(429);
    const visitor = shop.visitor(undefined, ip);
    await visitor.begin();
    expect((await visitor.write('Só texto')).status).toBe(200);
    const elsewhere = shop.visitor();
    await elsewhere.begin();
    expect((await elsewhere.attach('foto.png', picture())).status).toBe(200);
  });

  it('Files must declare their size before they are read', async () => {
    const shop = await ChatFixture.of(host);
    const visitor = shop.visitor();
    await visitor.begin();
    const form = new FormData();
    form.set('id', crypto.randomUUID());
    form.set('file', new Blob([picture()]), 'foto.png');
    const { headers, body } = new Request('http://site.example', { method: 'POST', body: form });
    const answer = await fetch(`${host.url}/api/webchat/${visitor.address}/messages`, {
      method: 'POST',
      body,
      duplex: 'half',
      headers: {
        'content-type': headers.get('content-type')!,
        authorization: `Bearer ${visitor.token}`,
        origin: visitor.origin!,
        'x-forwarded-for': visitor.ip,
      },
    } as RequestInit);
    expect(answer.status).toBe(411);
  });
});

describe('limits of new visitors', () => {
  it('New visitors of one address are a few per minute; known ones return', async () => {
    const shop = await ChatFixture.of(host);
    const ip = '198.51.100.8';
    const known = shop.visitor(undefined, ip);
    await known.begin();
    const answers: number[] = [];
    for (let tries = 0; tries < 20; tries += 1)
      answers.push((await shop.visitor(undefined, ip).call('POST', '/session', { name: 'Robô' })).status);
    expect(answers.filter((status) => status === 200)).toHaveLength(11);
    expect(answers.at(-1)).toBe(429);
    expect((await known.return()).status).toBe(200);
    await shop.visitor().begin();
  });

  it('New visitors of one site are limited, from however many addresses; another site goes on', async () => {
    const shop = await ChatFixture.of(host);
    const other = await ChatFixture.of(host);
    const known = shop.visitor();
    await known.begin();
    const answers = await Promise.all(
      Array.from({ length: 80 }, () => shop.visitor().call('POST', '/session', { name: 'Robô' })),
    );
    expect(answers.some(({ status }) => status === 429)).toBe(true);
    const late = await shop.visitor().call('POST', '/session', { name: 'Robô' });
    expect([late.status, late.body.error]).toEqual([429, 'ERR_TOO_MANY_REQUESTS']);
    expect(Number(late.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await known.return()).status).toBe(200);
    expect((await known.write('Ainda estou aqui')).status).toBe(200);
    await other.visitor().begin();
  });
});
