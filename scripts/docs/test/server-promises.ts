import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect, test, vi } from 'vitest';
import { sql } from '@balcao/sdk/server';
import { conversation, type Office } from './office.ts';

const soon = { timeout: 20_000, interval: 50 };
/** One pixel. */
const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

interface Listed {
  id: number;
  extra: Record<string, unknown>;
}

/** Declares a test for each page, against the plugin that the page shows. */
export function declareServerPromises({ host, company }: Office): void {
  const { admin } = company;
  const listed = async (query = ''): Promise<Listed[]> =>
    (await admin.get<{ tickets: Listed[] }>(`/tickets?showAll=true&status=pending${query}`)).body.tickets;

  test('page-and-menu: the route returns the company’s time zone', async () => {
    expect((await admin.get('/office-clock')).body).toEqual({ name: 'Padaria Aurora', timeZone: 'America/Sao_Paulo' });
  });

  test('settings-tab: a value saved in the tab is read back', async () => {
    expect((await admin.put('/signature', { text: ' Até logo! ' })).body).toEqual({ text: 'Até logo!' });
    expect((await admin.get('/signature')).body).toEqual({ text: 'Até logo!' });
  });

  test('list-page: rows are added, listed, found, changed and removed', async () => {
    const listed = async (query = '') =>
      (await admin.get<{ records: { id: number; name: string }[] }>(`/suppliers${query}`)).body.records;
    const { id } = (await admin.post<{ id: number }>('/suppliers', { name: 'Moinho São Bento', brings: 'Farinha' }))
      .body;
    await admin.post('/suppliers', { name: 'Laticínios Serra', brings: 'Leite' });
    expect((await listed()).map(({ name }) => name)).toEqual(['Laticínios Serra', 'Moinho São Bento']);
    expect((await listed('?searchParam=sao')).map((one) => one.id)).toEqual([id]);
    expect((await admin.put(`/suppliers/${id}`, { name: 'Moinho', brings: 'Farinha' })).body).toMatchObject({
      name: 'Moinho',
    });
    expect((await admin.post('/suppliers', { name: ' ', brings: '' })).status).toBe(400);
    expect((await admin.delete(`/suppliers/${id}`)).status).toBeLessThan(300);
    expect((await admin.delete(`/suppliers/${id}`)).status).toBe(404);
    for (const one of await listed()) await admin.delete(`/suppliers/${one.id}`);
  });

  test('resource: rows are stored with permission, and a refusal of the database has a code', async () => {
    interface Vehicle {
      id: number;
      plate: string;
      model: string;
      isAway: boolean;
      journeys: number;
    }
    const made = await admin.post<Vehicle>('/vehicles', { plate: 'abc1d23', model: 'Fiorino' });
    const path = `/vehicles/${made.body.id}`;
    expect(made.body).toEqual({ ...made.body, plate: 'ABC1D23', model: 'Fiorino', isAway: false, journeys: 0 });
    expect((await admin.get(path)).body).toEqual(made.body);
    expect((await admin.get('/vehicles?searchParam=FIORÍNO')).body).toEqual({
      records: [made.body],
      hasMore: false,
      count: 1,
    });
    expect((await admin.get('/vehicles?searchParam=van')).body).toMatchObject({ records: [], count: 0 });
    const twins = await Promise.all(
      Array.from({ length: 4 }, () => admin.post<{ error?: string }>('/vehicles', { plate: 'Gémea', model: '' })),
    );
    expect(twins.map(({ body }) => body.error ?? 'stored').toSorted()).toEqual([
      'ERR_PLATE_IN_USE',
      'ERR_PLATE_IN_USE',
      'ERR_PLATE_IN_USE',
      'stored',
    ]);
    for (const { status, body } of twins) if (status === 200) await admin.delete(`/vehicles/${(body as Vehicle).id}`);
    const stranger = await host.company({ settings: { 'plugin:vehicles': true } });
    expect((await stranger.admin.get('/vehicles')).body).toMatchObject({ records: [], count: 0 });
    expect((await stranger.admin.put(path, { model: 'Kangoo' })).status).toBe(404);
    expect((await stranger.admin.delete(path)).status).toBe(404);
    const user = await company.person('user');
    expect((await user.get('/vehicles/list')).body).toEqual([made.body]);
    expect((await user.post('/vehicles', { plate: 'XYZ', model: '' })).status).toBe(403);
    await admin.put(path, { isAway: true, known: { isAway: false } });
    const stored = await admin.put<Vehicle>(path, { model: 'Fiorino 1.4', known: { model: 'Fiorino' } });
    expect(stored.body).toMatchObject({ model: 'Fiorino 1.4', isAway: true });
    expect(await admin.put(path, { model: 'Kangoo', known: { model: 'Fiorino' } })).toMatchObject({
      status: 409,
      body: { error: 'ERR_CHANGED_MEANWHILE' },
    });
    expect(await admin.delete(path)).toMatchObject({ status: 409, body: { error: 'ERR_VEHICLE_AWAY' } });
    await admin.put(path, { isAway: false });
    expect((await user.post<Vehicle>(`${path}/journeys`)).body).toMatchObject({ journeys: 1 });
    expect(await admin.delete(path)).toMatchObject({ status: 409, body: { error: 'ERR_VEHICLE_HAS_JOURNEYS' } });
    await company.scope('vehicles').sql.run(sql`delete from vehicles.journey`);
    expect((await admin.delete(path)).status).toBe(200);
    expect(await admin.get(path)).toMatchObject({ status: 404, body: { error: 'ERR_NO_VEHICLE_FOUND' } });
  });

  test('before-deleting: the confirmation lists what would be deleted', async () => {
    const { body: queue } = await admin.post<{ id: number }>('/queue', { name: 'Plantão', color: '#0e6d2c' });
    const connection = await company
      .scope('connections')
      .sql.one<{ id: number }>(
        sql`insert into connections.connection (name, channel) values ('Noite', 'telephone') returning id`,
      );
    const paths = [`/whatsapp/${connection?.id}/dependents`, `/queue/${queue.id}/dependents`];
    const offer = () => Promise.all(paths.map(async (path) => (await admin.get(path)).body));
    expect(await offer()).toEqual([{ dependents: [] }, { dependents: [] }]);
    await admin.post('/night-watch', { connectionId: connection?.id, queueId: queue.id });
    const sentence = '1 ronda noturna acaba junto.';
    expect(await offer()).toEqual([{ dependents: [sentence] }, { dependents: [sentence] }]);
    await admin.delete(`/whatsapp/${connection?.id}`);
    await admin.delete(`/queue/${queue.id}`);
  });

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

  test('live-updates: everybody in the room is notified that the board changed', async () => {
    const live = await (await company.person()).live();
    expect(await live.join({ kind: 'room', id: 'notice-board.board' }, {})).toEqual({ ok: true });
    await admin.put('/notice-board', { text: 'Bolo na copa' });
    await live.receives('changed');
    expect((await admin.get('/notice-board')).body).toEqual({ text: 'Bolo na copa' });
  });

  test('service: the other plugin uses the service, and answers without it while it is off', async () => {
    const day = async (): Promise<unknown> => (await admin.get('/open-today/2026-12-25')).body;
    expect(await day()).toEqual({ open: true });
    const { sql } = await import('@balcao/sdk/server');
    await company.scope('holidays').sql.run(sql`insert into holidays.day (day) values ('2026-12-25')`);
    expect(await day()).toEqual({ open: false });
    await company.disable('plugin:holidays');
    await vi.waitFor(async () => expect(await day()).toEqual({ open: true }), soon);
    await company.enable('plugin:holidays');
  });

  test('published-view: a plugin joins the views of two others, without the rows that their owner hides', async () => {
    const { contactId } = await conversation(company);
    const put = (day: string, leftAt: string | null): Promise<number> =>
      company
        .scope('errands')
        .sql.run(sql`insert into errands.errand (contact_id, day, left_at) values (${contactId}, ${day}, ${leftAt})`);
    await put('2026-12-24', null);
    await put('2026-12-24', '2026-12-24T08:00:00Z');
    await put('2026-12-27', null);
    const name = (await admin.get<{ name: string }>(`/contacts/${contactId}`)).body.name;
    expect((await admin.get('/route-plan/2026-12-24')).body).toEqual([{ id: expect.any(Number), name }]);
    const stranger = await host.company({ settings: { 'plugin:errands': true, 'plugin:route-plan': true } });
    expect((await stranger.admin.get('/route-plan/2026-12-24')).body).toEqual([]);
  });

  test('setting-and-secret: fields appear without code, and a secret is never sent back', async () => {
    expect((await admin.get('/weather')).body).toMatchObject({ error: 'ERR_WEATHER_NOT_SET_UP' });
    expect((await admin.put('/companySettings', { column: 'weatherKey', data: 'sigilo-do-tempo' })).status).toBe(200);
    const schema = JSON.stringify((await admin.get('/settings/schema')).body);
    expect(schema).toContain('weatherCity');
    const shown = JSON.stringify((await admin.get('/settings')).body);
    expect(shown + schema).not.toContain('sigilo-do-tempo');
  });

  test('permissions: attendants use discounts, and only permitted people grant any', async () => {
    const ana = await company.person('user');
    expect((await ana.get('/discounts')).body).toEqual({ most: 10 });
    expect((await ana.post('/discounts', { percent: 50 })).status).toBe(403);
    expect((await admin.post('/discounts', { percent: 50 })).status).toBe(200);
    expect((await ana.get('/office-clock')).status).toBe(403);
  });

  test('public-route-and-webhook: visitors subscribe by the address, and only the provider unsubscribes them', async () => {
    await company.scope('newsletter').settings.set('newsletterSecret', 'segredo');
    const { subscribe } = (await admin.get<{ subscribe: string }>('/newsletter')).body;
    const address = subscribe.replace(/^\/api/, '');
    expect((await host.nobody.post(address, { email: 'bia@example.com' })).status).toBe(200);
    expect((await host.nobody.post(address, { email: 'not an address' })).status).toBe(400);
    const subscribers = async () => (await admin.get<{ subscribers: string[] }>('/newsletter')).body.subscribers;
    expect(await subscribers()).toEqual(['bia@example.com']);
    const raw = JSON.stringify({ email: 'bia@example.com' });
    const bounce = (signature: string) =>
      host.nobody.call('POST', address.replace('subscribe', 'bounced'), raw, { 'x-signature': signature });
    expect((await bounce('00')).status).toBe(401);
    expect((await bounce(createHmac('sha256', 'segredo').update(raw).digest('hex'))).status).toBe(200);
    expect(await subscribers()).toEqual([]);
  });

  test('store-a-file: a picture is stored, and a file of another type with its extension is refused', async () => {
    const send = (bytes: Uint8Array<ArrayBuffer>) => {
      const form = new FormData();
      form.append('file', new Blob([bytes], { type: 'image/png' }), 'logo.png');
      return admin.call<{ path: string }>('POST', '/logo', form);
    };
    expect((await send(new TextEncoder().encode('<script>'))).status).toBe(415);
    const { status, body } = await send(new Uint8Array(picture));
    expect(status).toBe(200);
    expect((await admin.get('/logo')).body).toEqual(body);
  });

  test('fast-search: the search ignores case and accents', async () => {
    await admin.post('/catalogue', { name: 'Pão de açúcar', code: 'A-1' });
    await admin.post('/catalogue', { name: 'Queijo', code: 'A-2' });
    const found = async (search: string) =>
      (await admin.get<{ name: string }[]>(`/catalogue?search=${search}`)).body.map(({ name }) => name);
    expect(await found('acucar')).toEqual(['Pão de açúcar']);
    expect(await found('a-')).toEqual(['Queijo', 'Pão de açúcar']);
  });

  test('migrations: rows have the column of the later migration, and the stored release is the one that ran', async () => {
    await admin.post('/guest-book', { body: 'Voltarei' });
    expect((await admin.get('/guest-book')).body).toEqual([{ body: 'Voltarei', stars: 3 }]);
    const { plugin, source } = host.kernel.registry.plugins.get('guest-book') ?? {};
    const stored = readFileSync(`${source?.dir}/test/releases/0.1.0/0001-init.sql`, 'utf8').trim();
    expect(stored).toBe(plugin?.parts.migrations?.[0]?.sql.join(';\n'));
  });

  test('texts: the server answers in the reader’s language', async () => {
    const hello = async (language: string): Promise<unknown> =>
      (await admin.call('GET', '/welcome', undefined, { 'accept-language': language })).body;
    expect(await hello('pt')).toEqual({ text: 'Olá, Admin!' });
    expect(await hello('en')).toEqual({ text: 'Hello, Admin!' });
  });

  test('record: a changed price is audited with its former value', async () => {
    await admin.put('/price-list/Broa', { cents: 900 });
    expect((await admin.put('/price-list/Broa', { cents: 950 })).status).toBe(200);
    const { auditLog } = await import('@balcao/sdk/server');
    const [entry] = await company.scope('price-list').use(auditLog).search({ plugin: 'price-list' });
    expect(entry).toMatchObject({ userName: 'Admin', action: 'price.changed', subject: 'Broa' });
    expect(entry?.changes).toMatchObject([{ operation: 'update', before: { cents: 900 }, after: { cents: 950 } }]);
  });

  test('login-step: a login asks for the word only where the company has one', async () => {
    const settings = { 'plugin:shop-word': true };
    const shop = await host.company({ name: 'Empório Sol', settings });
    await shop.scope('shop-word').settings.set('shopWord', 'girassol');
    const { email, password } = shop.admin;
    const asked = await host.nobody.post<{ step: { pass: string; challenge: object } }>('/auth/login', {
      email,
      password,
    });
    const { pass, challenge } = asked.body.step;
    expect(challenge).toEqual(expect.objectContaining({ title: 'Palavra da semana' }));
    expect(challenge).not.toHaveProperty('state');
    const answer = (value: string) => host.nobody.post<{ token: string }>('/auth/login/step', { pass, value });
    expect(await answer('margarida')).toMatchObject({ status: 400, body: { error: 'ERR_LOGIN_STEP_REFUSED' } });
    expect((await answer('girassol')).body.token).toBeTypeOf('string');
  });

  test('mail: the mail arrives with its text', async () => {
    const quote = { to: 'bia@example.com', product: 'Bolo <b>grande</b>', price: 'R$ 90,00' };
    expect((await admin.post('/quote-mail', quote)).status).toBe(200);
    const platform = await host.superUser();
    const { body } = await platform.get<{ mails: { to: string; html: string; text: string }[] }>('/mails');
    const letter = body.mails.find(({ to }) => to === quote.to);
    expect(letter?.text).toContain('Padaria Aurora preparou um orçamento.');
    expect(letter?.html).toContain('Bolo &lt;b&gt;grande&lt;/b&gt;');
  });

  test('personal-data: a person’s data is exported, and deleted by an erasure', async () => {
    const { sql } = await import('@balcao/sdk/server');
    const { personalData } = await import('@balcao/contacts/contract');
    const { contactId } = await conversation(company);
    const scope = company.scope('birthdays');
    await scope.sql.run(sql`insert into birthdays.birthday (contact_id, day) values (${contactId}, '1990-05-02')`);
    const own = scope.contributions(personalData).find(({ plugin }) => plugin === 'birthdays');
    if (!own) throw new Error('the plugin exports no personal data');
    const stored = async () => {
      const found: object[] = [];
      for await (const one of own.item.collect(contactId, own.scope)) found.push(one);
      return found;
    };
    expect(await stored()).toEqual([{ kind: 'birthday', row: { day: '1990-05-02' } }]);
    expect(await own.item.erase(contactId, own.scope)).toEqual({ count: 1, files: [] });
    expect(await stored()).toEqual([]);
  });

  test('long-session: a session is opened when it is wanted, and answers', async () => {
    expect(await admin.get('/barometer/nobody')).toMatchObject({ status: 503, body: { error: 'ERR_SESSION_AWAY' } });
    expect((await admin.put('/barometer/roof')).status).toBe(200);
    await vi.waitFor(async () => expect((await admin.get('/barometer/roof')).body).toBeGreaterThan(0), soon);
  });

  test('token-route: a till calls with its token until there is a newer one, and gets its rate limit', async () => {
    const issue = async () => (await admin.post<{ token: string }>('/stock/tokens/Caixa%201')).body.token;
    const read = (token: string) => fetch(`${host.url}/api/stock`, { headers: { authorization: `Bearer ${token}` } });
    const first = await issue();
    const answer = await read(first);
    expect(await answer.json()).toEqual({ till: 'Caixa 1', company: 'Padaria Aurora' });
    expect(answer.headers.get('ratelimit-limit')).toBe('60');
    expect(answer.headers.get('ratelimit-remaining')).toBe('59');
    const second = await issue();
    expect((await read(first)).status).toBe(401);
    await company.scope('stock').settings.set('stockLostTill', 'Caixa 1');
    await vi.waitFor(async () => expect((await read(second)).status).toBe(403), soon);
  });

  test('webhook-event: a subscribed endpoint is called once for a parcel', async () => {
    const { sql } = await import('@balcao/sdk/server');
    const { events } = (await admin.get<{ events: { id: string; sample: object }[] }>('/webhooks/events')).body;
    expect(events).toContainEqual(expect.objectContaining({ id: 'parcel.arrived', sample: { code: 'BR123' } }));
    const endpoint = { name: 'Loja', url: 'https://loja.invalid/gancho', events: ['parcel.arrived'] };
    const { id } = (await admin.post<{ id: number }>('/webhooks', endpoint)).body;
    await admin.post('/parcels/BR777');
    await vi.waitFor(async () => {
      const rows = await company
        .scope('messages-api')
        .sql.rows<{ body: string }>(sql`select body from messages_api.delivery where webhook_id = ${id}`);
      expect(rows.map(({ body }) => JSON.parse(body))).toMatchObject([
        { type: 'parcel.arrived', data: { code: 'BR777' } },
      ]);
    }, soon);
    await admin.delete(`/webhooks/${id}`);
  });

  test('fetch-public: addresses of the private network are refused', async () => {
    const check = (url: string) => admin.post<{ error: string; fields: object }>('/link-check', { url });
    for (const url of ['http://127.0.0.1/', 'http://10.0.0.1/', 'https://[::1]/', 'ftp://example.com/'])
      expect(await check(url)).toMatchObject({ status: 400, body: { fields: { url: 'ERR_NOT_PUBLIC' } } });
    expect((await check('https://nowhere.invalid/')).status).toBe(502);
  });

  test('plan-limit: of three tables created at once two are stored', async () => {
    const made = await Promise.all(['Janela', 'Porta', 'Jardim'].map((name) => admin.post('/tables', { name })));
    expect(made.map(({ status }) => status).toSorted()).toEqual([200, 200, 409]);
    expect(await admin.post('/tables', { name: 'Balcão' })).toMatchObject({
      body: { error: 'ERR_LIMIT_TABLES', context: { most: 2 } },
    });
  });

  test('first-step: it is in the list of a new company, and done once the card is written', async () => {
    const cardOf = async () => {
      const { body } = await admin.get<{ steps: { plugin: string; title: string; done: boolean }[] }>('/first-steps');
      return body.steps.find(({ plugin }) => plugin === 'welcome-card');
    };
    expect(await cardOf()).toMatchObject({ title: 'Escreva o cartão de boas-vindas', done: false });
    await company.scope('welcome-card').settings.set('welcomeCard', 'Olá!');
    expect((await cardOf())?.done).toBe(true);
  });

  test('open-a-point: contributions are called, and a failing one is omitted and counts for its own plugin', async () => {
    expect((await admin.get('/morning-check')).body).toEqual({ checks: [{ label: 'Exemplo', isFine: true }] });
    const root = await host.superUser();
    const { plugins } = (
      await root.get<{ plugins: { id: string; errors: { byPlace: object } }[] }>('/platform/installed')
    ).body;
    const errorsOf = (id: string) => plugins.find((plugin) => plugin.id === id)?.errors.byPlace;
    expect([errorsOf('coffee'), errorsOf('morning-check')]).toEqual([{ contribution: 1 }, {}]);
  });

  test('payment-provider: it is among the ways to pay, with its settings', async () => {
    const { paymentProvider } = await import('@balcao/finance/contract');
    const offered = company.scope('finance').items(paymentProvider);
    expect(offered.find(({ id }) => id === 'coin-bank')?.fields.map(({ key }) => key)).toEqual(['key']);
  });

  test('when-it-fails: a refusal is shown, a defect is not, and repeated failures open the circuit breaker', async () => {
    expect(await admin.get('/divider/1/0')).toMatchObject({
      status: 422,
      body: { error: 'ERR_DIVISION_BY_ZERO', context: { a: 1 } },
    });
    expect((await admin.get('/divider/6/3')).body).toEqual({ result: 2 });
    const broken = async (): Promise<{ status: number; body: unknown }> => {
      const { status, body } = await admin.get<unknown>('/divider/broken');
      return { status, body };
    };
    expect(await broken()).toEqual({ status: 500, body: { error: 'ERR_INTERNAL' } });
    await vi.waitFor(async () => expect(await broken()).toMatchObject({ status: 503 }), soon);
    expect((await admin.get('/divider/6/3')).status).toBe(200);
  });
}
