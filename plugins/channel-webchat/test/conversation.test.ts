import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestHost } from '@balcao/testing';
import { visitorRoom, type ChatConfig, type ChatMessage } from '../contract.ts';
import { picture, ChatFixture, startFixtures } from './chat-fixture.ts';
import { eventually } from '@balcao/testing';

let host: TestHost;
beforeAll(async () => {
  host = await startFixtures();
});
afterAll(() => host?.close());

describe('conversations on a site', () => {
  it('A visitor’s message creates a ticket under the name that the visitor gave', async () => {
    const shop = await ChatFixture.of(host);
    const visitor = shop.visitor();
    await visitor.begin('  Helena Prado ');
    const { status, body } = await visitor.write('Vocês entregam hoje?');
    expect(status).toBe(200);
    expect(body).toMatchObject({ from: 'visitor', body: 'Vocês entregam hoje?' });
    const [ticket, ...others] = await shop.tickets();
    expect(others).toEqual([]);
    expect(ticket).toMatchObject({
      channel: 'webchat',
      lastMessage: 'Vocês entregam hoje?',
      contact: { name: 'Helena Prado' },
    });
  });

  it('A reply appears live, with the attendant’s name, and again after the page is reloaded', async () => {
    const shop = await ChatFixture.of(host);
    const visitor = shop.visitor();
    await visitor.begin();
    await visitor.write('Oi');
    const line = await visitor.listening();
    await shop.reply('Olá! Entregamos, sim.');
    const received = (await line.receives('message', (data) => (data.message as ChatMessage).from === 'company')).data
      .message as ChatMessage;
    expect(received).toMatchObject({ body: 'Olá! Entregamos, sim.', author: 'Admin' });
    const again = await eventually(async () => {
      const { body } = await visitor.return();
      return body.messages.length === 2 && body;
    });
    expect(again.visitor).toEqual({ id: visitor.id, name: 'Helena' });
    expect(again.messages.map(({ from, body }) => [from, body])).toEqual([
      ['visitor', 'Oi'],
      ['company', 'Olá! Entregamos, sim.'],
    ]);
    expect(again.messages[1]).toMatchObject({ id: received.id, at: received.at, author: received.author });
    visitor.leave();
  });

  it('An edit of the attendant appears live, and a deletion removes the text', async () => {
    const shop = await ChatFixture.of(host);
    const visitor = shop.visitor();
    await visitor.begin();
    await visitor.write('Oi');
    const line = await visitor.listening();
    const { messageId } = await shop.reply('Custa R$ 10');
    const { id } = (await line.receives('message', (data) => (data.message as ChatMessage).from === 'company')).data
      .message as ChatMessage;
    const isSame = (data: Record<string, unknown>): boolean => (data.message as ChatMessage).id === id;
    await eventually(
      async () => (await shop.company.admin.put(`/messages/${messageId}`, { body: 'Custa R$ 12' })).status === 200,
    );
    await line.receives('message', (data) => isSame(data) && (data.message as ChatMessage).body === 'Custa R$ 12');
    expect((await shop.company.admin.delete(`/messages/${messageId}`)).status).toBe(200);
    const gone = await line.receives('message', (data) => isSame(data) && (data.message as ChatMessage).deleted);
    expect(JSON.stringify(gone.data)).not.toContain('R$');
    expect((await visitor.return()).body.messages.at(-1)).toMatchObject({ id, deleted: true, body: '' });
    visitor.leave();
  });

  it('Ticks rise when the browser has the message and when the visitor sees it, and never decrease', async () => {
    const shop = await ChatFixture.of(host);
    const visitor = shop.visitor();
    await visitor.begin();
    await visitor.write('Oi');
    const line = await visitor.listening();
    const { ticketId, messageId } = await shop.reply('Olá');
    const ack = async () => (await shop.said(ticketId)).find(({ id }) => id === messageId)?.ack;
    const { id } = (await line.receives('message', (data) => (data.message as ChatMessage).from === 'company')).data
      .message as ChatMessage;
    await eventually(async () => (await ack()) === 1);
    expect(await line.send(visitorRoom, { visitor: visitor.id }, 'received', { ids: [id] })).toEqual({ ok: true });
    expect(await ack()).toBe(2);
    expect(await line.send(visitorRoom, { visitor: visitor.id }, 'read', { ids: [id] })).toEqual({ ok: true });
    expect(await ack()).toBe(3);
    await line.send(visitorRoom, { visitor: visitor.id }, 'received', { ids: [id] });
    expect(await ack()).toBe(3);
    visitor.leave();
  });

  it('A message that is sent again with the same id is stored once, and gets the same answer', async () => {
    const shop = await ChatFixture.of(host);
    const visitor = shop.visitor();
    await visitor.begin();
    const id = crypto.randomUUID();
    const answers = await Promise.all([
      visitor.write('Só uma vez', id),
      visitor.write('Só uma vez', id),
      visitor.write('Só uma vez', id),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(new Set(answers.map(({ body }) => `${body.n} ${body.id}`)).size).toBe(1);
    expect((await visitor.history()).messages).toHaveLength(1);
  });

  it('A file that is sent again is stored once, and has a link of its own', async () => {
    const shop = await ChatFixture.of(host);
    const visitor = shop.visitor();
    await visitor.begin();
    const id = crypto.randomUUID();
    const first = await visitor.attach('vaso.png', picture(), id, 'Este aqui');
    expect(first.status).toBe(200);
    expect(first.body).toMatchObject({
      body: 'Este aqui',
      media: { name: 'vaso.png', mime: 'image/png', type: 'image' },
    });
    const used = await shop.company.scope('channel-webchat').storage.used();
    const second = await visitor.attach('vaso.png', picture(), id, 'Este aqui');
    expect(second.body.n).toBe(first.body.n);
    expect(await shop.company.scope('channel-webchat').storage.used()).toBe(used);
    const got = await fetch(`${host.url}${second.body.media?.url}`);
    expect(new Uint8Array(await got.arrayBuffer())).toEqual(picture());
  });

  it('Older messages are loaded page by page', async () => {
    const shop = await ChatFixture.of(host);
    const visitor = shop.visitor();
    await visitor.begin();
    for (let n = 1; n <= 29; n += 1) expect((await visitor.write(`mensagem ${n}`)).status).toBe(200);
    await shop.reply('resposta');
    await eventually(async () => (await visitor.history()).messages.some(({ from }) => from === 'company'));
    for (let n = 1; n <= 12; n += 1) await shop.reply(`resposta ${n}`);
    const last = await eventually(async () => {
      const page = await visitor.history();
      return page.messages.at(-1)?.body === 'resposta 12' && page;
    });
    expect(last.hasMore).toBe(true);
    expect(last.messages).toHaveLength(40);
    const earlier = await visitor.history(last.messages[0]!.n);
    expect(earlier.hasMore).toBe(false);
    expect(earlier.messages.map(({ body }) => body)).toEqual(['mensagem 1', 'mensagem 2']);
  });

  it('The visitor sees that the company types and has read, and the company sees that the visitor types', async () => {
    const shop = await ChatFixture.of(host);
    const visitor = shop.visitor();
    await visitor.begin();
    await visitor.write('Oi');
    const line = await visitor.listening();
    const { ticketId } = await shop.reply('Um momento');
    const { uuid } = (await shop.tickets())[0]!;
    const desk = await shop.admin.live();
    const ticketRoom = { kind: 'room', id: 'tickets.ticket' } as const;
    expect(await desk.join(ticketRoom, { uuid })).toEqual({ ok: true });
    await desk.send(ticketRoom, { uuid }, 'typing', { state: 'composing' });
    expect((await line.receives('presence')).data).toEqual({ state: 'composing' });
    await line.send(visitorRoom, { visitor: visitor.id }, 'typing', { state: 'composing' });
    expect((await desk.receives('presence', (data) => 'state' in data)).data).toEqual({ state: 'composing' });
    const written = await visitor.write('Leia isto');
    await shop.admin.put(`/tickets/${uuid}/read`, {});
    await line.receives('read', ({ at }) => at === written.body.at);
    expect((await visitor.return()).body.readAt).toBe(written.body.at);
    expect(ticketId).toBeGreaterThan(0);
    visitor.leave();
  });

  it('The page is notified live of the closing, finds it after a reload, and of the next start', async () => {
    const shop = await ChatFixture.of(host);
    const visitor = shop.visitor();
    await visitor.begin();
    await visitor.write('Oi');
    const line = await visitor.listening();
    const { ticketId } = await shop.reply('Olá');
    expect((await visitor.history()).isClosed).toBe(false);
    const closed = await shop.admin.put(`/tickets/${ticketId}`, { status: 'closed', justClose: true });
    expect(closed.status).toBe(200);
    await line.receives('conversation', ({ isClosed }) => isClosed === true);
    expect((await visitor.return()).body.isClosed).toBe(true);
    await visitor.write('Mais uma coisa');
    await line.receives('conversation', ({ isClosed }) => isClosed === false);
    expect((await visitor.return()).body.isClosed).toBe(false);
    visitor.leave();
  });

  it('A picture’s size is sent, so that its space is reserved', async () => {
    const shop = await ChatFixture.of(host);
    const visitor = shop.visitor();
    await visitor.begin();
    const { body } = await visitor.attach('vaso.png', picture(), crypto.randomUUID());
    const size = { width: expect.any(Number), height: expect.any(Number) };
    expect(body.media?.picture).toEqual(size);
    expect((await visitor.history()).messages.at(-1)?.media?.picture).toEqual(size);
  });

  it('A message too long to travel live is fetched', async () => {
    const shop = await ChatFixture.of(host);
    const visitor = shop.visitor();
    await visitor.begin();
    await visitor.write('Conte tudo');
    const line = await visitor.listening();
    const body = 'ç'.repeat(5000);
    await shop.reply(body);
    await line.receives('refresh');
    await eventually(async () => (await visitor.history()).messages.at(-1)?.body === body);
    visitor.leave();
  });

  it('The chat has the page’s language, and the company’s for an unsupported one', async () => {
    const shop = await ChatFixture.of(host, { title: 'Aurora', color: '#0A7D5C', greeting: 'Bem-vindo' });
    const visitor = shop.visitor();
    const config = async (query: string) => (await visitor.call<ChatConfig>('GET', `/config${query}`)).body;
    expect(await config('?language=es')).toMatchObject({
      title: 'Aurora',
      color: '#0a7d5c',
      greeting: 'Bem-vindo',
      askName: true,
      language: 'es',
      texts: { send: 'Enviar', you: 'Tú' },
    });
    expect(await config('?language=fr')).toMatchObject({ language: 'pt' });
    expect(await config('')).toMatchObject({ language: 'pt' });
  });

  it('A visitor without a name gets one', async () => {
    const shop = await ChatFixture.of(host, { askName: false });
    const visitor = shop.visitor();
    const { body } = await visitor.call<{ visitor: { name: string } }>('POST', '/session', {});
    expect(body.visitor.name).toMatch(/^Visitante \w{4}$/);
  });
});

describe('invalid calls', () => {
  it('An invalid call is answered with its fault, never with an internal error', async () => {
    const shop = await ChatFixture.of(host);
    const visitor = shop.visitor();
    expect((await visitor.call('POST', '/session', {})).body).toMatchObject({
      error: 'ERR_VALIDATION',
      fields: { name: 'Required' },
    });
    expect((await visitor.call('POST', '/session', { name: 'x'.repeat(81) })).body).toMatchObject({
      fields: { name: 'Too Long!' },
    });
    expect((await visitor.call('POST', '/session', { name: '   ' })).status).toBe(400);
    await visitor.begin('Zoë\0');
    const wrong: [string, string, unknown, number][] = [
      ['POST', '/messages', { id: 'curto', body: 'x' }, 400],
      ['POST', '/messages', { id: crypto.randomUUID(), body: '  ' }, 400],
      ['POST', '/messages', { id: crypto.randomUUID(), body: 'x'.repeat(4097) }, 400],
      ['POST', '/messages', { id: crypto.randomUUID(), body: 7 }, 400],
      ['POST', '/messages', [], 400],
      ['GET', '/messages?before=abc', undefined, 400],
      ['GET', '/messages?before=99999999999999999999', undefined, 400],
    ];
    for (const [method, path, body, status] of wrong)
      expect([path, body, (await visitor.call(method, path, body)).status]).toEqual([path, body, status]);
    expect((await visitor.call('GET', '/messages?before=9007199254740991')).status).toBe(200);
    expect((await visitor.write('com \0 nulo')).body.body).toBe('com  nulo');
    const html = new Uint8Array(Buffer.from('<script>alert(1)</script>'));
    expect((await visitor.attach('pagina.html', html)).status).toBe(415);
    expect((await visitor.attach('grande.txt', new Uint8Array(17 * 1024 * 1024).fill(65))).status).toBe(413);
  });
});
