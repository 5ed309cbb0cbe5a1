import { read, utils } from 'xlsx';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sql } from '@balcao/sdk/server';
import { eventually, type Person, type TestHost } from '@balcao/testing';
import { Office, startOffice } from './office.ts';

let host: TestHost;
beforeAll(async () => {
  host = await startOffice(['notifications']);
}, 180_000);
afterAll(() => host?.close());

interface Files {
  directRows: number;
  files: { id: number; state: string; rows: number }[];
}
const fileOf = (person: Person, id: number): Promise<Response> =>
  fetch(`${host.url}/api/ticketreport/exports/${id}/file`, { headers: { authorization: `Bearer ${person.token}` } });

const made = async (person: Person): Promise<number> => {
  const { status, body } = await person.post<{ id: number }>('/ticketreport/exports', {});
  expect(status).toBe(200);
  return eventually(async () => {
    const { files } = (await person.get<Files>('/ticketreport/exports')).body;
    return files.find(({ id, state }) => id === body.id && state === 'ready') && body.id;
  });
};

describe('files of many rows', () => {
  test('A job writes the file, a notice leads to it, and only the person who asked can download it', async () => {
    const office = await Office.of(host);
    const [agent] = office.people;
    await office.closed(3);
    const id = await made(office.admin);
    const response = await fileOf(office.admin, id);
    expect(response.status).toBe(200);
    const book = read(Buffer.from(await response.arrayBuffer()), { type: 'buffer' });
    const rows = utils.sheet_to_json<unknown[]>(book.Sheets['RelatorioDeAtendimentos'] ?? {}, { header: 1 });
    expect(rows).toHaveLength(4);
    if (!agent) throw new Error('no attendant');
    expect((await fileOf(agent, id)).status).toBe(404);
    const other = await Office.of(host);
    expect((await fileOf(other.admin, id)).status).toBe(404);
    expect((await agent.get<Files>('/ticketreport/exports')).body.files).toEqual([]);
    const notice = await eventually(() =>
      office.company
        .scope('notifications')
        .sql.one<{ notice: string }>(sql`select notice from notifications.notified where user_id = ${office.admin.id}`),
    );
    expect(notice.notice).toMatch(new RegExp(`^report:${id}:`));
  });

  test('One file is written at a time, and one whose writing was given up is in nobody’s way after an hour', async () => {
    const { admin, company } = await Office.of(host);
    const given = async (hours: number): Promise<void> => {
      await company.scope('reports').sql.run(sql`
        insert into reports.export_file (user_id, asked, reader, row_count, asked_at)
        values (${admin.id}, '{}', '{}', 1, now() - make_interval(hours => ${hours}))`);
    };
    await given(0);
    const { status, body } = await admin.post<{ error: string }>('/ticketreport/exports', {});
    expect({ status, body }).toMatchObject({ status: 409, body: { error: 'ERR_REPORT_EXPORT_RUNS' } });
    await company.scope('reports').sql.run(sql`delete from reports.export_file`);
    await given(2);
    await made(admin);
    const { files } = (await admin.get<Files>('/ticketreport/exports')).body;
    expect(files.map(({ state }) => state)).toEqual(['ready', 'failed']);
  });

  test('Of two files that a person requests directly at the same moment one is written, and the next may follow it', async () => {
    const { admin } = await Office.of(host);
    const request = () =>
      fetch(`${host.url}/api/ticketreport/reports/export`, { headers: { authorization: `Bearer ${admin.token}` } });
    const answers = await Promise.all([request(), request()]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    await Promise.all(answers.map((answer) => answer.arrayBuffer()));
    const next = await eventually(async () => {
      const answer = await request();
      await answer.arrayBuffer();
      return answer.ok && answer;
    });
    expect(next.status).toBe(200);
    // A refused filter is in nobody's way either.
    await admin.get('/ticketreport/reports/export?dateFrom=nunca');
    expect((await request()).status).toBe(200);
  });

  test('Above the limit the page has the job write the file: the limit is part of the list of files', async () => {
    process.env['REPORT_DIRECT_ROWS'] = '2';
    const office = await Office.of(host);
    expect((await office.admin.get<Files>('/ticketreport/exports')).body).toEqual({ directRows: 2, files: [] });
    delete process.env['REPORT_DIRECT_ROWS'];
    expect((await office.admin.get<Files>('/ticketreport/exports')).body.directRows).toBe(200_000);
  });
});
