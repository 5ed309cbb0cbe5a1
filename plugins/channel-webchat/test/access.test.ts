import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestHost } from '@balcao/testing';
import { visitorRoom, type ChatMessage, type ShownSite } from '../contract.ts';
import { issueToken } from '../server/visitor-token.ts';
import { picture, ChatFixture, startFixtures } from './chat-fixture.ts';
import { eventually } from '@balcao/testing';

let host: TestHost;
beforeAll(async () => {
  host = await startFixtures();
});
afterAll(() => host?.close());

const swapped = (token: string, change: (claims: Record<string, unknown>) => Record<string, unknown>): string => {
  const [payload = '', signature = ''] = token.split('.');
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as Record<string, unknown>;
  return `${Buffer.from(JSON.stringify(change(claims))).toString('base64url')}.${signature}`;
};

describe('visitor tokens', () => {
  it('A visitor’s token cannot be forged, changed, or used on another chat of the same or another company', async () => {
    const shop = await ChatFixture.of(host);
    const other = await ChatFixture.of(host);
    const victim = shop.visitor();
    await victim.begin('Vítima');
    await victim.write('Meu segredo');
    const thief = shop.visitor();
    await thief.begin('Ladrão');

    const refused = [
      swapped(thief.token, (claims) => ({ ...claims, visitor: victim.id })),
      issueToken('guessed', { visitor: victim.id, connection: shop.connectionId }),
      `${victim.token.split('.')[0]}.`,
      `${victim.token}.x`,
      'x'.repeat(2000),
      '',
    ];
    for (const token of refused) {
      const visitor = shop.visitor();
      visitor.token = token;
      expect((await visitor.call('GET', '/messages')).status).toBe(401);
      expect((await visitor.write('Sou a vítima')).body.error).toBe('ERR_VISITOR_UNKNOWN');
    }

    const second = await ChatFixture.connect(shop.admin, 'Segundo site');
    const { address } = (await shop.admin.get<ShownSite>(`/webchat-sites/${second}`)).body;
    for (const elsewhere of [other.site.address, address]) {
      const answer = await fetch(`${host.url}/api/webchat/${elsewhere}/messages`, {
        headers: { origin: 'https://loja.example', authorization: `Bearer ${victim.token}` },
      });
      expect(answer.status).toBe(401);
      const session = await fetch(`${host.url}/api/webchat/${elsewhere}/session`, {
        method: 'POST',
        headers: { origin: 'https://loja.example', 'content-type': 'application/json' },
        body: JSON.stringify({ token: victim.token, name: 'Vítima' }),
      });
      expect(session.status).toBe(401);
    }
  });

  it('A visitor’s conversation, files and socket are only for that visitor', async () => {
    const shop = await ChatFixture.of(host);
    const one = shop.visitor();
    const two = shop.visitor();
    await one.begin('Um');
    await two.begin('Dois');
    const id = crypto.randomUUID();
    const { body } = await one.attach('receita.png', picture(), id);
    const url = new URL(body.media!.url, host.url);
    expect((await fetch(url)).status).toBe(200);

    expect((await two.history()).messages).toEqual([]);
    const unsigned = new URL(url.pathname, host.url);
    expect((await fetch(unsigned)).status).toBe(404);
    const own = (await two.attach('outra.png', picture(), id)).body.media!.url;
    expect((await fetch(`${unsigned.href}${new URL(own, host.url).search}`)).status).toBe(404);
    expect((await two.history()).messages).toHaveLength(1);

    const line = await two.line();
    expect(await line.join(visitorRoom, { visitor: one.id })).toEqual({ error: 'ERR_NO_PERMISSION' });
    expect(await line.send(visitorRoom, { visitor: one.id }, 'typing', { state: 'composing' })).toEqual({
      error: 'ERR_NO_PERMISSION',
    });
    two.leave();
  });

  it('Confirming a message needs its visitor’s token: nobody else can raise its ticks', async () => {
    const shop = await ChatFixture.of(host);
    const one = shop.visitor();
    await one.begin('Um');
    await one.write('Oi');
    const line = await one.listening();
    const { ticketId, messageId } = await shop.reply('Só para Um');
    const { id } = (await line.receives('message', (data) => (data.message as ChatMessage).from === 'company')).data
      .message as ChatMessage;
    await eventually(async () => (await shop.said(ticketId)).find((each) => each.id === messageId)?.ack === 1);
    const two = shop.visitor();
    await two.begin('Dois');
    const other = await two.listening();
    await other.send(visitorRoom, { visitor: two.id }, 'read', { ids: [id, `webchat-${messageId}-${'A'.repeat(16)}`] });
    expect((await shop.said(ticketId)).find((each) => each.id === messageId)?.ack).toBe(1);
    one.leave();
    two.leave();
  });
});

describe('allowed pages', () => {
  it('Without allowed origins any page may embed the chat, and otherwise only those, for every call and socket', async () => {
    const shop = await ChatFixture.of(host, { allowedOrigins: ['loja.example', 'https://*.aurora.example/flores'] });
    expect(shop.site.allowedOrigins).toEqual(['https://loja.example', 'https://*.aurora.example']);
    const welcome = shop.visitor('https://loja.example');
    await welcome.begin();
    expect((await shop.visitor('https://www.aurora.example').begin()).token).not.toBe('');
    for (const origin of [
      'https://ladra.example',
      'http://loja.example',
      'https://loja.example.ladra.example',
      'https://aurora.example',
      'https://xaurora.example',
      'null',
      null,
    ]) {
      const elsewhere = shop.visitor(origin);
      elsewhere.token = welcome.token;
      elsewhere.id = welcome.id;
      const calls: [string, string, unknown][] = [
        ['GET', '/config', undefined],
        ['POST', '/session', { name: 'Eva' }],
        ['GET', '/messages', undefined],
        ['POST', '/messages', { id: crypto.randomUUID(), body: 'Oi' }],
      ];
      for (const [method, path, body] of calls) {
        const answer = await elsewhere.call(method, path, body);
        expect([origin, path, answer.status, answer.body.error]).toEqual([origin, path, 403, 'ERR_ORIGIN_NOT_ALLOWED']);
      }
      const line = await elsewhere.line();
      expect(await line.join(visitorRoom, { visitor: welcome.id })).toEqual({ error: 'ERR_NO_PERMISSION' });
      elsewhere.leave();
    }
  });

  it('The platform’s demo page may always embed the chat, and a conversation from there is invalid on other pages', async () => {
    const shop = await ChatFixture.of(host, { allowedOrigins: ['https://loja.example'] });
    const page = await fetch(`${host.url}${shop.site.demoPath}`);
    expect(page.status).toBe(200);
    expect(page.headers.get('content-security-policy')).toContain(`script-src 'self';`);
    expect(await page.text()).toContain(`data-address="${shop.site.address}"`);
    const here = shop.visitor(host.url);
    await here.begin();
    expect((await here.write('Testando')).status).toBe(200);
    await here.listening();
    const elsewhere = shop.visitor('https://ladra.example');
    elsewhere.token = here.token;
    const line = await elsewhere.line();
    expect(await line.join(visitorRoom, { visitor: here.id })).toEqual({ error: 'ERR_NO_PERMISSION' });
    here.leave();
    elsewhere.leave();
  });

  it('CORS requests of other sites get the headers that browsers need', async () => {
    const shop = await ChatFixture.of(host);
    const asked = await fetch(`${host.url}/api/webchat/${shop.site.address}/messages`, {
      method: 'OPTIONS',
      headers: {
        origin: 'https://loja.example',
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'content-type,authorization',
      },
    });
    expect(asked.status).toBe(204);
    expect(asked.headers.get('access-control-allow-origin')).toBe('https://loja.example');
    expect((await shop.visitor().call('GET', '/config')).headers.get('access-control-allow-origin')).toBe(
      'https://loja.example',
    );
  });
});

describe('rate limits', () => {
  it('One visitor is slowed down with the seconds to wait, while another goes on', async () => {
    const shop = await ChatFixture.of(host);
    const busy = shop.visitor();
    await busy.begin('Apressado');
    const answers = [];
    for (let n = 0; n < 31; n += 1) answers.push(await busy.write(`mensagem ${n}`));
    expect(answers.slice(0, 30).map(({ status }) => status)).toEqual(Array.from({ length: 30 }, () => 200));
    expect(answers[30]).toMatchObject({ status: 429, body: { error: 'ERR_TOO_MANY_REQUESTS' } });
    expect(Number(answers[30]?.headers.get('retry-after'))).toBeGreaterThan(0);
    const calm = shop.visitor();
    await calm.begin('Calma');
    expect((await calm.write('Oi')).status).toBe(200);
  });
});

describe('site options', () => {
  it('Two windows that change different options at once keep both', async () => {
    const shop = await ChatFixture.of(host);
    const path = `/webchat-sites/${shop.connectionId}`;
    for (let round = 10; round < 30; round += 1) {
      const [title, color] = [`Aurora ${round}`, `#8038${round}`];
      await Promise.all([shop.admin.put(path, { title }), shop.admin.put(path, { color })]);
      expect((await shop.admin.get(path)).body).toMatchObject({ title, color });
    }
  });

  it('Setting up the chat needs the permission, and invalid addresses and colours are named', async () => {
    const shop = await ChatFixture.of(host);
    const path = `/webchat-sites/${shop.connectionId}`;
    const attendant = await shop.company.person('user');
    expect((await attendant.get(path)).status).toBe(403);
    expect((await host.nobody.get(path)).status).toBe(401);
    const stranger = await host.company({ settings: { webchatEnabled: true } });
    expect((await stranger.admin.get(path)).status).toBe(404);
    expect(await shop.admin.put(path, { color: 'red' })).toMatchObject({
      status: 400,
      body: { fields: { color: '#rrggbb' } },
    });
    expect(await shop.admin.put(path, { allowedOrigins: ['https://ok.example', 'ftp://nada'] })).toMatchObject({
      status: 400,
      body: { fields: { allowedOrigins: expect.stringContaining('ftp://nada') } },
    });
    const saved = await shop.admin.put<ShownSite>(path, {
      title: 'Aurora',
      allowedOrigins: ['https://ok.example', '', 'OK.example'],
    });
    expect(saved.body).toMatchObject({
      title: 'Aurora',
      allowedOrigins: ['https://ok.example'],
      address: shop.site.address,
    });
    expect(JSON.stringify(saved.body)).not.toContain('secret');
  });

  it('A chat that is disconnected, disabled or deleted is unavailable, and its tickets are kept', async () => {
    const shop = await ChatFixture.of(host);
    const visitor = shop.visitor();
    await visitor.begin();
    await visitor.write('Oi');
    await shop.admin.delete(`/whatsappsession/${shop.connectionId}`);
    expect(await visitor.write('Ainda aí?')).toMatchObject({ status: 409, body: { error: 'ERR_WEBCHAT_CLOSED' } });
    const { messageId, ticketId } = await shop.reply('Guardada até voltar');
    await eventually(
      async () => (await shop.said(ticketId)).find(({ id }) => id === messageId)?.failure === 'disconnected',
    );
    await shop.admin.post(`/whatsappsession/${shop.connectionId}`, {});
    await eventually(async () => (await visitor.history()).messages.at(-1)?.body === 'Guardada até voltar');

    await shop.company.disable('webchatEnabled');
    expect(await visitor.call('GET', '/config')).toMatchObject({ status: 404, body: { error: 'ERR_PLUGIN_DISABLED' } });
    expect((await shop.admin.get(`/webchat-sites/${shop.connectionId}`)).status).toBe(404);
    await expect(visitor.line()).rejects.toThrow('ERR_NOT_FOUND');
    await shop.company.enable('webchatEnabled');
    expect((await visitor.return()).body.messages).toHaveLength(2);

    await ChatFixture.connect(shop.admin, 'Outro');
    expect((await shop.admin.delete(`/whatsapp/${shop.connectionId}`)).status).toBe(200);
    expect(await host.kernel.identity.addresses.resolve(shop.site.address)).toBeUndefined();
    expect((await visitor.call('GET', '/config')).status).toBe(404);
  });
});
