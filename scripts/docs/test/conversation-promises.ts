import { expect, test, vi } from 'vitest';
import { sql } from '@balcao/sdk/server';
import { conversation, type Office } from './office.ts';

const soon = { timeout: 60_000, interval: 50 };

interface Listed {
  id: number;
  extra: Record<string, unknown>;
}

/** Declares a test for each page about conversations, contacts and messages, against the page's plugin. */
export function declareConversationPromises({ host, company }: Office): void {
  const { admin } = company;
  const listed = async (query = ''): Promise<Listed[]> =>
    (await admin.get<{ tickets: Listed[] }>(`/tickets?showAll=true&status=pending${query}`)).body.tickets;

  test('contact-data: rows of the list have the page of the phone book, and others have nothing', async () => {
    const { contactId } = await conversation(company);
    expect((await admin.put(`/phone-book/${contactId}`, { page: 7 })).status).toBe(200);
    interface Row {
      id: number;
      extra?: { page?: number };
    }
    const { contacts } = (await admin.get<{ contacts: Row[] }>('/contacts')).body;
    expect(contacts.map(({ id, extra }) => [id === contactId, extra?.page])).toContainEqual([true, 7]);
    expect(contacts.filter(({ extra }) => extra?.page !== undefined)).toHaveLength(1);
    expect((await admin.get<Row>(`/contacts/${contactId}`)).body.extra).toEqual({ page: 7 });
    await admin.delete(`/phone-book/${contactId}`);
    expect((await admin.get<Row>(`/contacts/${contactId}`)).body.extra).toEqual({});
  });

  test('ticket-log: an entry of a plugin is in the log with its data, and no other company’s conversation can be written to', async () => {
    const { id } = await conversation(company);
    expect((await admin.post(`/deliveries/${id}`, { city: 'Santos' })).status).toBe(200);
    const log = (await admin.get<{ type: string; data?: object; user: { id: number } | null }[]>(`/tickets-log/${id}`))
      .body;
    expect(log.at(-1)).toMatchObject({ type: 'deliveries.sent', data: { city: 'Santos' }, user: { id: admin.id } });
    expect(log.slice(0, -1).every((entry) => !('data' in entry))).toBe(true);
    const { tickets } = await import('@balcao/tickets/contract');
    const stranger = await host.company();
    const entry = { type: 'deliveries.sent', data: { city: 'Santos' } };
    await expect(stranger.scope('tickets').use(tickets).log(id, entry)).rejects.toMatchObject({ status: 404 });
    const service = company.scope('tickets').use(tickets);
    await expect(service.log(id, { ...entry, type: 'closed' })).rejects.toThrow(RangeError);
    await service.log(id, { ...entry, data: { city: 'a\0b\ud83d' }, by: null });
    expect((await admin.get<object[]>(`/tickets-log/${id}`)).body.at(-1)).toMatchObject({
      data: { city: 'ab�' },
      user: null,
    });
  });

  test('list-order: the list is sorted by a plugin’s order, page by page, in a search too, and rows without it come last', async () => {
    const made: number[] = [];
    for (const grade of [3, undefined, 9, 5]) {
      const { id } = await conversation(company);
      made.push(id);
      if (grade !== undefined) await admin.put(`/grades/${id}`, { grade });
    }
    const [three, none, nine, five] = made;
    const ids = `&ids=${JSON.stringify(made)}`;
    const sorted = async (query = '') => (await listed(`&sort=grades.grade${ids}${query}`)).map(({ id }) => id);
    expect(await sorted()).toEqual([nine, five, three, none]);
    expect(await sorted('&pageSize=2')).toEqual([nine, five]);
    expect(await sorted('&pageSize=2&pageNumber=2')).toEqual([three, none]);
    expect(await sorted('&searchParam=Helena')).toEqual([nine, five, three, none]);
    // A preference for the order of a removed plugin falls back to the default.
    expect((await listed(`&sort=gone.order${ids}`)).map(({ id }) => id)).toEqual([...made].reverse());
    expect((await admin.get('/tickets?sort=nonsense')).status).toBe(400);
    for (const id of made) await admin.delete(`/tickets/${id}`);
  });

  test('list-filter: the list has only conversations that have been silent for the given time', async () => {
    const { id } = await conversation(company);
    expect((await listed()).map((ticket) => ticket.id)).toContain(id);
    expect(await listed('&silentHours=1')).toEqual([]);
    expect((await admin.get('/tickets?showAll=true&status=pending&silentHours=soon')).status).toBe(400);
  });

  test('row-badge: rows of a marked contact have the mark', async () => {
    const { id, contactId } = await conversation(company);
    expect((await admin.put(`/vip/${contactId}`)).status).toBe(200);
    expect((await listed()).find((ticket) => ticket.id === id)?.extra.vip).toBe(true);
    const { sql } = await import('@balcao/sdk/server');
    const { ticketListExtra } = await import('@balcao/tickets/contract');
    const badge = company
      .scope('tickets')
      .contributions(ticketListExtra)
      .find(({ plugin }) => plugin === 'vip');
    const statement = badge?.item.rows?.(sql`${[id]}::int[]`, badge.scope) ?? sql.empty;
    expect(await badge?.scope.sql.rows(statement)).toEqual([{ ticket_id: id, value: true }]);
    expect((await admin.put('/vip/999999')).status).toBe(404);
  });

  test('job: the reminder runs when its time has come', async () => {
    const { id } = (await admin.post<{ id: number }>('/reminders', { text: 'Ligar de volta', inSeconds: 0 })).body;
    await admin.post('/reminders', { text: 'Daqui a um ano', inSeconds: 31_000_000 });
    await vi.waitFor(async () => {
      const { body } = await admin.get<{ id: number; done: boolean }[]>('/reminders');
      expect(body.map(({ done }) => done)).toEqual([true, false]);
      expect(body[0]?.id).toBe(id);
    }, soon);
  });

  test('listener: a new contact is counted once', async () => {
    const { contacts: before } = (await admin.get<{ contacts: number }>('/tally')).body;
    await admin.post('/contacts', { name: 'Conta um', number: '5511970039999' });
    await vi.waitFor(async () => expect((await admin.get('/tally')).body).toEqual({ contacts: before + 1 }), soon);
  });

  test('language-models: a text is rewritten by the model of the platform, and without one the route says why not', async () => {
    const { startAiSimulator } = await import('@balcao/testing');
    const missing = await admin.post<{ error: string }>('/polite', { text: 'Pague.' });
    expect([missing.status, missing.body.error]).toEqual([409, 'ERR_AI_NOT_CONFIGURED']);
    const ai = await startAiSimulator();
    const root = await host.superUser();
    const provider = await root.post<{ id: number }>('/ai/platform-providers', { title: 'Model', baseUrl: ai.url });
    const records = [{ purpose: 'suggest', providerId: provider.body.id, model: 'sim-1' }];
    await root.put('/ai/platform-purposes', { records });
    const { body } = await admin.post<{ text: string }>('/polite', { text: '#text Por favor, pague.' });
    expect(body).toEqual({ text: 'Por favor, pague.' });
    await ai.close();
  });

  test('assistant-tool: the admin of a company finds the tool among those of the assistant', async () => {
    const shop = await host.company({ settings: { 'plugin:orders': 'enabled' } });
    const { body } = await shop.admin.get<{ tools: { name: string; label: string }[] }>('/assistant/versions');
    expect(body.tools).toContainEqual({ name: 'order_status', label: 'Consultar um pedido', isFixed: false });
    const without = await host.company();
    const other = await without.admin.get<{ tools: { name: string }[] }>('/assistant/versions');
    expect(other.body.tools.map(({ name }) => name)).not.toContain('order_status');
  });

  test('automatic-service: a customer who asks for a price gets the list at once, and then waits for an attendant', async () => {
    const { sql } = await import('@balcao/sdk/server');
    const { channelInbox } = await import('@balcao/connections/contract');
    const line = await company
      .scope('tickets')
      .sql.one<{ id: number }>(
        sql`insert into connections.connection (name, channel, status) values ('Preços', 'telephone', 'CONNECTED') returning id`,
      );
    const from = { channel: 'telephone', scope: '', kind: 'phone' as const, value: '5511970030001' };
    const { ticketId } = await company
      .scope('tickets')
      .use(channelInbox)
      .message(line?.id ?? 0, {
        externalId: 'price-1',
        from,
        name: 'Preço',
        number: '5511970030001',
        body: 'Qual o preço?',
        sentAt: new Date(),
      });
    await vi.waitFor(async () => {
      const { body } = await admin.get<{ messages: { body: string }[] }>(`/messages/${ticketId}`);
      expect(body.messages.map((message) => message.body)).toContain(
        'Nossos preços: https://example.com/precos. Em instantes alguém continua a conversa.',
      );
      const ticket = await admin.get<{ isAutomaticService: boolean; status: string }>(`/tickets/${ticketId}`);
      expect(ticket.body).toMatchObject({ isAutomaticService: false, status: 'pending' });
    }, soon);
  });

  test('message-kind: a poll is stored with its data and shown as text, and invalid data is refused', async () => {
    const { id } = await conversation(company);
    const poll = { question: 'Que dia prefere?', options: ['Sexta', 'Sábado'] };
    const sent = await admin.post<{ messageId: number }>(`/polls/${id}`, poll);
    expect(sent.status).toBe(200);
    const { body } = await admin.get<{ messages: object[] }>(`/messages/${id}`);
    expect(body.messages.at(-1)).toMatchObject({
      id: sent.body.messageId,
      body: 'Enquete: Que dia prefere? Sexta / Sábado',
      dataJson: { kind: 'polls.poll', ...poll },
    });
    const { tickets } = await import('@balcao/tickets/contract');
    const service = company.scope('tickets').use(tickets);
    for (const data of [{ kind: 'polls.poll', question: '' }, { kind: 'polls.other' }] as const)
      await expect(service.send(id, { body: '', data })).rejects.toMatchObject({ code: 'ERR_VALIDATION', status: 400 });
  });

  test('offer-choices: a tapped choice is stored, and a tap in another conversation changes nothing', async () => {
    const { channelInbox } = await import('@balcao/connections/contract');
    const { tickets } = await import('@balcao/tickets/contract');
    const scope = company.scope('tickets');
    const [asked, other] = [await conversation(company), await conversation(company)];
    const made = await admin.post<{ id: number }>(`/appointments/${asked.id}`);
    expect(made.status).toBe(200);
    const question = (await scope.use(tickets).messages(asked.id)).at(-1);
    expect(question?.body).toContain('Sexta-feira às 9h serve para você?');
    const answer = async () => (await admin.get(`/appointments/${made.body.id}`)).body;
    const tap = async ({ id }: { id: number }, choice: 'yes' | 'no'): Promise<void> => {
      const known = await scope.sql.one<{ connectionId: number; value: string }>(
        sql`select t.connection_id as "connectionId", c.number as value
              from tickets.public_ticket t join contacts.public_contact c on c.id = t.contact_id
             where t.id = ${id}`,
      );
      if (!known) throw new Error('the customer is unknown');
      await scope.use(channelInbox).message(known.connectionId, {
        externalId: `tap-${id}-${choice}`,
        from: { channel: 'telephone', scope: '', kind: 'phone', value: known.value },
        number: known.value,
        name: 'Helena',
        body: 'Serve',
        choice: `appointments:${made.body.id}:${choice}`,
        sentAt: new Date(),
      });
    };
    await tap(other, 'no');
    await tap(asked, 'yes');
    await vi.waitFor(async () => expect(await answer()).toEqual({ answer: 'yes' }), soon);
  });

  test('bulk-sending: each customer is messaged once, and the list has no conversation for it', async () => {
    const { tickets } = await import('@balcao/tickets/contract');
    const scope = company.scope('tickets');
    const { id } = await conversation(company);
    const connectionId = (await scope.use(tickets).find(id))?.whatsappId ?? 0;
    const known = await scope.use(tickets).count();
    const numbers = ['5511970040001', '5511970040002'];
    const people = await Promise.all(
      numbers.map((number) => admin.post<{ id: number }>('/contacts', { name: `Cliente ${number}`, number })),
    );
    const offer = { product: 'Pão de queijo', connectionId, contactIds: people.map(({ body }) => body.id) };
    for (let time = 0; time < 2; time += 1) expect((await admin.post('/back-in-stock', offer)).status).toBe(200);
    expect(await scope.use(tickets).count()).toBe(known);
    for (const contactId of offer.contactIds) {
      const { id: ticketId } = await scope.use(tickets).begin({ contactId, connectionId, listed: false });
      const messages = await scope.use(tickets).messages(ticketId);
      expect(messages.map(({ body }) => body)).toEqual(['Pão de queijo chegou!']);
    }
  });
}
