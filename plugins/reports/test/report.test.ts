import { read, utils } from 'xlsx';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '@balcao/sdk/server';
import type { Person, TestHost } from '@balcao/testing';
import { count } from '../server/count.ts';
import { filterSchema, readFilter } from '../server/filter.ts';
import { sendMonthly } from '../server/monthly-mail.ts';
import { readAll } from '../server/report/rows.ts';
import { History } from './history.ts';
import { Office, startOffice } from './office.ts';
import { Random } from './random.ts';

let host: TestHost;
beforeAll(async () => {
  host = await startOffice();
});
afterAll(() => host?.close());

interface Page {
  tickets: { id: number; contactName: string; status: string; createdAt: string; NPS: number | null }[];
  totalTickets: { total: number };
}
interface Summary {
  attendances: number;
  closed: number;
  unattended: number;
  leads: number;
  contacts: number | null;
  wait: { mean: number | null; median: number | null };
  rates: { count: number; mean: number | null };
}
interface Dashboard {
  counters: {
    supportFinished: number;
    leads: number;
    attendances: number;
    avgSupportTime: number | null;
    avgWaitTime: number | null;
    supportPending: number;
    supportHappening: number;
    ratings: number;
  };
  attendants: { id: number; name: string; finished: number; happening: number; rating: number | null }[];
}

const file = async (person: Person, query: string): Promise<unknown[][]> => {
  const response = await fetch(`${host.url}/api/ticketreport/reports/export?${query}`, {
    headers: { authorization: `Bearer ${person.token}` },
  });
  expect(response.status).toBe(200);
  expect(response.headers.get('content-disposition')).toContain('relatorio-de-atendimentos.xlsx');
  const book = read(Buffer.from(await response.arrayBuffer()), { type: 'buffer', cellDates: false });
  expect(book.SheetNames).toEqual(['RelatorioDeAtendimentos']);
  return utils.sheet_to_json<unknown[]>(book.Sheets['RelatorioDeAtendimentos'] ?? {}, { header: 1, raw: true });
};

/** The date in a zone, by another way than the product's. */
const dateIn = (zone: string) => {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short' });
  return (at: number): string => format.format(at);
};

interface Seeded {
  opened: number;
  closed: number | null;
  user: number;
  queue: number;
  wait: number;
  support: number | null;
  rate: number | null;
  isNew: boolean;
}

/** A year of attendances, most of them at the very ends of local days and months. */
const seedYear = async (office: Office, offsetHours: number, amount: number): Promise<Seeded[]> => {
  const random = new Random(amount + Math.round(offsetHours * 10));
  const rows: Seeded[] = [];
  for (let one = 0; one < amount; one += 1) {
    const day = Date.parse('2025-11-01T00:00:00Z') + random.int(365) * 86_400_000 - offsetHours * 3_600_000;
    const edge = random.of([-1000, 1000, 0, 43_200_000, random.int(86_400) * 1000]);
    const opened = day + edge;
    const isClosed = random.chance(0.9);
    const isAccepted = random.chance(0.9);
    const wait = random.int(3600);
    const support = random.int(20_000);
    rows.push({
      opened,
      closed: isClosed ? opened + (wait + support) * 1000 : null,
      user: isAccepted ? random.of(office.people).id : 0,
      queue: random.of([0, ...office.queueIds]),
      wait: isAccepted ? wait : -1,
      support: isClosed && isAccepted ? support : null,
      rate: isClosed && random.chance(0.3) ? 1 + random.int(3) : null,
      isNew: random.chance(0.4),
    });
  }
  const contactId = await office.contact('Maria Aparecida 😀 da Conceição');
  await office.sql.run(sql`
    with given as (select * from jsonb_to_recordset(${JSON.stringify(rows.map((row, at) => ({ ...row, at: at + 1 })))}::jsonb)
                     as g(opened bigint, closed bigint, "user" int, queue int, wait int, support int, rate int, "isNew" boolean, at bigint)),
         made as (insert into tickets.ticket (status, contact_id, whatsapp_id, channel, last_message)
                  select 'closed', ${contactId}, ${office.connectionId}, 'test', 'Olá, São João' from given returning id),
         numbered as (select id, row_number() over (order by id) as at from made)
    insert into reports.attendance (ticket_id, no, opened_at, opened_by, accepted_at, closed_at, queue_id, user_id, connection_id, channel,
                                    contact_id, is_new_contact, wait_s, support_s, rate, first_log_id, last_log_id)
    select n.id, 1, to_timestamp(g.opened / 1000.0), 'customer', case when g.wait >= 0 then to_timestamp(g.opened / 1000.0 + g.wait) end,
           to_timestamp(g.closed / 1000.0), nullif(g.queue, 0), nullif(g."user", 0), ${office.connectionId}, 'test', ${contactId}, g."isNew",
           nullif(g.wait, -1), g.support, g.rate, 1, 1
      from given g join numbered n on n.at = g.at`);
  return rows;
};

const mean = (values: readonly number[]): number | null =>
  values.length === 0 ? null : Math.round(values.reduce((sum, value) => sum + value, 0) / values.length / 6) / 10;

describe('Numbers of a year in time zones', () => {
  for (const [zone, offset] of [
    ['America/Rio_Branco', -5],
    ['America/Manaus', -4],
    ['America/Sao_Paulo', -3],
    ['America/Noronha', -2],
    // Its days do not begin at whole hours, so the sums by hour cannot answer.
    ['Asia/Kolkata', 5.5],
  ] as const)
    it(`In ${zone} dashboard, report and file have the same numbers for days, months and the year`, async () => {
      const office = await Office.of(host);
      await host.kernel.identity.tenants.update(office.company.id, { timeZone: zone });
      const rows = await seedYear(office, offset, 1200);
      await office.sql.run(sql`select reports.fold()`);
      const { admin } = office;
      const date = dateIn(zone);
      for (const [from, to] of [
        ['2025-12-31', '2025-12-31'],
        ['2026-02-28', '2026-03-01'],
        ['2026-02-01', '2026-02-28'],
        ['2026-04-30', '2026-04-30'],
        ['2026-05-01', '2026-07-31'],
        ['2025-11-01', '2026-10-31'],
      ] as const) {
        const opened = rows.filter((row) => date(row.opened) >= from && date(row.opened) <= to);
        const closed = rows.filter((row) => row.closed !== null && date(row.closed) >= from && date(row.closed) <= to);
        const board = (await admin.get<Dashboard>(`/dashboard?date_from=${from}&date_to=${to}`)).body;
        expect(board.counters, `${from} ${to}`).toMatchObject({
          attendances: opened.length,
          supportFinished: closed.length,
          leads: opened.filter(({ isNew }) => isNew).length,
          ratings: closed.filter(({ rate }) => rate !== null).length,
          avgSupportTime: mean(closed.flatMap(({ support }) => (support === null ? [] : [support]))),
          avgWaitTime: mean(opened.flatMap(({ wait }) => (wait < 0 ? [] : [wait]))),
        });
        const people = board.attendants.reduce((sum, { finished }) => sum + finished, 0);
        expect(people).toBe(closed.filter(({ user }) => user !== 0).length);
        for (const [basis, expected] of [
          ['opened', opened],
          ['closed', closed],
        ] as const) {
          const query = `basis=${basis}&dateFrom=${from}&dateTo=${to}`;
          const page = (await admin.get<Page>(`/ticketreport/reports?${query}&pageSize=50`)).body;
          expect(page.totalTickets.total, query).toBe(expected.length);
          const summary = (await admin.get<Summary>(`/ticketreport/summary?${query}`)).body;
          expect(summary.attendances).toBe(expected.length);
          expect(summary.closed).toBe(expected.filter((row) => row.closed !== null).length);
          expect(summary.wait.mean).toBe(mean(expected.flatMap(({ wait }) => (wait < 0 ? [] : [wait]))));
          // A condition that only the rows can answer counts the same ones.
          const rated = (await admin.get<Page>(`/ticketreport/reports?${query}&onlyRated=true`)).body;
          expect(rated.totalTickets.total).toBe(expected.filter(({ rate }) => rate !== null).length);
        }
      }
      const [, ...lines] = await file(admin, 'basis=closed&dateFrom=2026-02-01&dateTo=2026-02-28');
      const inFebruary = rows.filter((row) => row.closed !== null && date(row.closed).startsWith('2026-02'));
      expect(lines.length).toBe(inFebruary.length);
      const serials = lines.map((cells) => Number(cells[9]));
      const day = (text: string): number => Date.parse(text) / 86_400_000 + 25_569;
      expect(serials.every((serial) => serial >= day('2026-02-01') && serial <= day('2026-02-28'))).toBe(true);
      const durations = lines.flatMap((cells) =>
        cells[11] === undefined ? [] : [Math.round(Number(cells[11]) * 86_400)],
      );
      expect(durations.toSorted((a, b) => a - b)).toEqual(
        inFebruary.flatMap(({ support }) => (support === null ? [] : [support])).toSorted((a, b) => a - b),
      );
      expect(lines[0]?.[2]).toBe('Maria Aparecida 😀 da Conceição');
    }, 120_000);
});

describe('The report', () => {
  const attended = async (office: Office, queue: number, userId: number, name: string): Promise<History> => {
    const history = await History.begin(office, Date.now() - 3_600_000, await office.contact(name));
    await history.customer(queue);
    await history.later(60).accept(userId, queue);
    await history.later(600).close(userId);
    await count(office.scope, history.ticketId);
    return history;
  };

  it('An attendant sees the attendances of the own queues and the own ones; a gestor sees all of them but no dashboard', async () => {
    const office = await Office.of(host);
    const [first = 0, second = 0] = office.queueIds;
    const [marina, paulo] = office.people;
    if (!marina || !paulo) throw new Error('people are missing');
    await attended(office, first, marina.id, 'Da fila de Marina');
    await attended(office, second, paulo.id, 'De Paulo');
    const gestor = await office.company.person('gestor', 'Renata');
    const names = async (person: Person): Promise<string[]> =>
      (await person.get<Page>('/ticketreport/reports')).body.tickets.map(({ contactName }) => contactName).toSorted();
    expect(await names(office.admin)).toEqual(['Da fila de Marina', 'De Paulo']);
    expect(await names(gestor)).toEqual(['Da fila de Marina', 'De Paulo']);
    expect(await names(paulo)).toEqual(['De Paulo']);
    expect((await paulo.get<Summary>('/ticketreport/summary')).body.attendances).toBe(1);
    expect((await file(paulo, '')).length).toBe(2);
    for (const path of ['/dashboard', '/dashboard/hours', '/dashboard/previous'])
      expect((await gestor.get(path)).status).toBe(403);
    const elsewhere = await Office.of(host);
    expect(await names(elsewhere.admin)).toEqual([]);
  });

  it('Masked numbers stay masked in rows and in the file, and are not found by their hidden digits', async () => {
    const office = await Office.of(host, { hideContactNumber: 'enabled' });
    const marina = office.people[0];
    if (!marina) throw new Error('people are missing');
    const number = '5511940998877';
    await attended(office, office.queueIds[0] ?? 0, marina.id, number);
    await office.sql.run(sql`update contacts.contact set number = ${number} where name = ${number}`);
    expect((await office.admin.get<Page>('/ticketreport/reports')).body.tickets[0]?.contactName).toBe(number);
    expect((await marina.get<Page>('/ticketreport/reports')).body.tickets[0]?.contactName).toBe('*********8877');
    expect((await file(marina, ''))[1]?.[2]).toBe('*********8877');
    const found = async (person: Person, term: string): Promise<number> =>
      (await person.get<Page>(`/ticketreport/reports?searchParam=${term}`)).body.totalTickets.total;
    expect(await found(office.admin, '40998')).toBe(1);
    expect(await found(marina, '40998')).toBe(0);
    expect(await found(marina, '8877')).toBe(1);
  });

  it('Wrong parameters are refused with a clear code, and far pages ask for a narrower filter', async () => {
    const office = await Office.of(host);
    const asks = async (path: string): Promise<[number, string | undefined]> => {
      const { status, body } = await office.admin.get<{ error?: string }>(path);
      return [status, body.error];
    };
    expect(await asks('/ticketreport/reports?pageNumber=900&pageSize=500')).toEqual([400, 'ERR_REPORT_TOO_FAR']);
    expect(await asks('/ticketreport/reports?dateFrom=amanha')).toEqual([400, 'ERR_VALIDATION']);
    expect(await asks('/ticketreport/reports?users=1;drop')).toEqual([400, 'ERR_VALIDATION']);
    expect(await asks('/ticketreport/reports?status=broken')).toEqual([400, 'ERR_VALIDATION']);
    expect(await asks('/dashboard?date_from=2026-05-02&date_to=2026-05-01')).toEqual([400, 'ERR_VALIDATION']);
    expect(await asks('/dashboard?date_from=2020-01-01&date_to=2026-05-01')).toEqual([
      400,
      'ERR_REPORT_PERIOD_TOO_LONG',
    ]);
    expect((await office.admin.get<Page>('/ticketreport/reports?pageSize=9999999')).status).toBe(200);
    expect((await office.admin.get<Page>('/ticketreport/reports?also=unknown:1')).body.totalTickets.total).toBe(0);
  });

  it('The report is filtered by a tag of the conversation', async () => {
    const office = await Office.of(host);
    const marina = office.people[0]?.id ?? 0;
    const { ticketId } = await attended(office, office.queueIds[0] ?? 0, marina, 'Com tag');
    await attended(office, office.queueIds[0] ?? 0, marina, 'Sem tag');
    const tag = (await office.admin.post<{ id: number }>('/tags', { name: 'Urgente', color: '#aa3322' })).body.id;
    await office.sql.run(sql`insert into tags.ticket_tag (ticket_id, tag_id) values (${ticketId}, ${tag})`);
    const dimensions =
      await office.admin.get<{ param: string; options: { value: string; label: string }[] }[]>(
        '/ticketreport/dimensions',
      );
    expect(dimensions.body).toMatchObject([{ param: 'tag', options: [{ value: String(tag), label: 'Urgente' }] }]);
    const { body } = await office.admin.get<Page>(`/ticketreport/reports?also=tag:${tag}`);
    expect(body.tickets.map(({ contactName }) => contactName)).toEqual(['Com tag']);
  });

  it('Ratings show in satisfaction by week and by attendant, and the low ones to look at', async () => {
    const office = await Office.of(host);
    const marina = office.people[0]?.id ?? 0;
    for (const rate of [3, 3, 3, 1]) {
      const history = await attended(office, office.queueIds[0] ?? 0, marina, `Nota ${rate}`);
      await history.rate(rate);
      await count(office.scope, history.ticketId);
    }
    const { body } = await office.admin.get<{
      rates: { balance: number; count: number; mean: number };
      weeks: { rates: { threes: number } }[];
      attendants: { name: string; rates: { count: number } }[];
      low: { contactName: string }[];
    }>('/ticketreport/satisfaction?days=7');
    expect(body.rates).toMatchObject({ balance: 50, count: 4, mean: 2.5 });
    expect(body.weeks.reduce((sum, { rates }) => sum + rates.threes, 0)).toBe(3);
    expect(body.attendants).toMatchObject([{ name: 'Marina Azevedo', rates: { count: 4 } }]);
    expect(body.low.map(({ contactName }) => contactName)).toEqual(['Nota 1']);
  });

  it('Filters are saved for the person who made them, and deleted by nobody else', async () => {
    const office = await Office.of(host);
    const [marina, paulo] = office.people;
    const body = { page: 'report', name: 'Minhas filas', filters: { queueIds: '1,2' } };
    const made = await marina?.post<{ id: number }>('/ticketreport/filters', body);
    expect(made?.status).toBe(200);
    expect((await marina?.get('/ticketreport/filters?page=report'))?.body).toMatchObject(
      [body].map(({ name }) => ({ name })),
    );
    expect((await paulo?.get('/ticketreport/filters?page=report'))?.body).toEqual([]);
    expect((await paulo?.delete(`/ticketreport/filters/${made?.body.id}`))?.status).toBe(404);
    expect((await marina?.delete(`/ticketreport/filters/${made?.body.id}`))?.status).toBeLessThan(300);
  });

  it('Admins receive the summary of a month once, with the right numbers', async () => {
    const office = await Office.of(host);
    await attended(office, office.queueIds[0] ?? 0, office.people[0]?.id ?? 0, 'Cliente do mês');
    // A moment between the beginning and the end of the attendance, by the company's calendar.
    const during = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Sao_Paulo' }).format(Date.now() - 55 * 60_000);
    const [year = 0, month = 0] = during.split('-').map(Number);
    const day = new Date(Date.UTC(year, month, 1)).toISOString().slice(0, 10);
    expect(await sendMonthly(office.scope, day)).toBe(1);
    expect(await sendMonthly(office.scope, day)).toBe(0);
    const other = await Office.of(host, { monthlySummary: 'disabled' });
    expect(await sendMonthly(other.scope, day)).toBe(0);
  });
});

describe('The file of the report', () => {
  it('A conversation deleted while a file is written neither repeats rows nor adds new ones', async () => {
    const office = await Office.of(host);
    const contactId = await office.contact('Maria');
    /** Attendances a millisecond and a half apart, so that their times have microseconds. */
    const insert = (amount: number, from: string): Promise<number> =>
      office.sql.run(sql`
        with made as (
          insert into tickets.ticket (contact_id, whatsapp_id, status, channel)
          select ${contactId}, ${office.connectionId}, 'closed', 'test' from generate_series(1, ${amount}) returning id)
        insert into reports.attendance
          (ticket_id, no, opened_at, closed_at, opened_by, contact_id, connection_id, channel, is_new_contact, first_log_id)
        select m.id, 1, ${from}::timestamptz + row_number() over (order by m.id) * interval '1500 microseconds',
               ${from}::timestamptz + interval '20 minutes', 'customer', ${contactId}, ${office.connectionId}, 'test', false, 1
          from made m`);
    await insert(1_100, '2026-11-02T12:00:00Z');
    const filter = await readFilter(office.scope, filterSchema.parse({}), { onlyOf: null, masked: false });
    const read: number[] = [];
    for await (const rows of readAll(office.scope, filter)) {
      read.push(...rows.map(({ id }) => id));
      const last = rows.at(-1)?.id ?? 0;
      if (read.length > 1_000) continue;
      await office.sql.run(sql`delete from reports.attendance where ticket_id = ${last}`);
      await insert(1, new Date(Date.now() + 60_000).toISOString());
    }
    expect([read.length, new Set(read).size]).toEqual([1_100, 1_100]);
  });
});

describe('The dashboard now', () => {
  it('The usual number of an hour is the mean of the weeks since the first conversation', async () => {
    const office = await Office.of(host);
    const contactId = await office.contact();
    await office.sql.run(sql`
      with made as (
        insert into tickets.ticket (contact_id, whatsapp_id, status, channel)
        select ${contactId}, ${office.connectionId}, 'closed', 'test' from generate_series(1, 2)
        returning id)
      insert into reports.attendance (ticket_id, no, opened_at, opened_by, contact_id, connection_id, channel, is_new_contact, first_log_id)
      select m.id, 1, now() - interval '7 days', 'customer', ${contactId}, ${office.connectionId}, 'test', false, 1 from made m`);
    const { usual } = (await office.admin.get<{ usual: number[] }>('/dashboard/hours')).body;
    expect(usual.reduce((sum, count) => sum + count, 0)).toBe(2);
  });

  it('Waiting and open conversations are counted at this moment, whatever the period is', async () => {
    const office = await Office.of(host);
    const [queueId = 0] = office.queueIds;
    const create = async (status: string): Promise<void> => {
      await office.admin.post('/tickets', {
        contactId: await office.contact(),
        whatsappId: office.connectionId,
        queueId,
        status,
      });
    };
    await create('pending');
    await create('pending');
    await create('open');
    const { body } = await office.admin.get<Dashboard>('/dashboard?date_from=2020-01-01&date_to=2020-01-31');
    expect(body.counters).toMatchObject({ supportPending: 2, supportHappening: 1, supportFinished: 0 });
    expect(body.attendants.find(({ id }) => id === office.admin.id)).toMatchObject({ happening: 1, finished: 0 });
    const hours = await office.admin.get<{ today: number[]; usual: number[] }>('/dashboard/hours');
    expect(hours.body.today.length).toBe(24);
    expect((await office.admin.get<Dashboard>(`/dashboard?queueIds=${queueId + 1}`)).body.counters.supportPending).toBe(
      0,
    );
  });
});
