import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect, test, vi } from 'vitest';
import { sql } from '@balcao/sdk/server';
import { conversation, type Office } from './office.ts';

const soon = { timeout: 60_000, interval: 50 };
/** One pixel. */
const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** Declares a test for each page about what the platform offers: rooms, services, files, mails, against the page's plugin. */
export function declarePlatformPromises({ host, company }: Office): void {
  const { admin } = company;

  test('live-updates: everybody in the room is notified that the board changed', async () => {
    const live = await (await company.person()).live();
    expect(await live.join({ kind: 'room', id: 'notice-board.board' }, {})).toEqual({ ok: true });
    await admin.put('/notice-board', { text: 'Bolo na copa' });
    await live.receives('changed');
    expect((await admin.get('/notice-board')).body).toEqual({ text: 'Bolo na copa' });
  });

  test('reports: the report is filtered by weekends, and has the protocol as a column', async () => {
    const { id } = await conversation(company);
    await vi.waitFor(async () => {
      const read = async (day: string) =>
        (await admin.get<{ tickets: { id: number; extra: object }[] }>(`/ticketreport/reports?also=day:${day}`)).body
          .tickets;
      const rows = [...(await read('weekend')), ...(await read('workday'))].filter((row) => row.id === id);
      expect(rows.map(({ extra }) => extra)).toEqual([{ protocol: `P${String(id).padStart(6, '0')}` }]);
    }, soon);
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
    expect((await ana.get('/discounts')).body).toEqual({ max: 10 });
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
      body: { error: 'ERR_LIMIT_TABLES', context: { max: 2 } },
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

  test('outside-calendar: the day of duty is on the calendar, whole, and cannot be moved here', async () => {
    const { body } = await admin.post<{ entryId: number }>('/duty-roster/days', { day: '2028-02-29' });
    const entry = await admin.get(`/scheduleforms/${body.entryId}`);
    expect(entry.body).toMatchObject({ title: 'Plantão', allDay: true, isReadOnly: true, source: 'duty-roster' });
    const moved = await admin.put(`/scheduleforms/${body.entryId}`, { date: '2028-03-01T03:00:00.000Z' });
    expect(moved).toMatchObject({ status: 403, body: { error: 'ERR_ENTRY_READ_ONLY' } });
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
