import { inflateRawSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '@balcao/sdk/server';
import type { TestHost } from '@balcao/testing';
import type { FlowNumbers, FlowReport } from '../graph/wire.ts';
import { rollUpDays } from '../server/numbers/roll-up.ts';
import { ask, FlowOffice, say, startFlows } from './flow-office.ts';

let host: TestHost;
beforeAll(async () => {
  host = await startFlows();
}, 180_000);
afterAll(() => host?.close());

/** Returns the cells of the sheet of a workbook, row by row. */
const readWorkbook = (file: Buffer): string[][] => {
  const name = 'xl/worksheets/sheet1.xml';
  const at = file.indexOf(name) + name.length;
  const xml = inflateRawSync(file.subarray(at)).toString();
  return [...xml.matchAll(/<row [^>]*>(.*?)<\/row>/gs)].map(([, row = '']) =>
    [...row.matchAll(/<t [^>]*>(.*?)<\/t>/gs)].map(([, text = '']) => text),
  );
};
test('the numbers of the nodes equal the log of steps, by version and day, also after the days were counted', async () => {
  const office = await FlowOffice.of(host);
  const flow = await office.flow(
    [ask('q', 'Opção?', ['Um', 'Dois']), say('b', 'Fim')],
    [
      ['start', 'q'],
      ['q:option-1', 'b'],
      ['q:option-2', 'b'],
    ],
  );
  await office.answerWith(flow);
  const people = [office.number(), office.number(), office.number(), office.number()];
  const begun = [];
  for (const number of people) begun.push(await office.writes(number, 'Oi'));
  await office.writes(people[0] ?? '', '1');
  await office.writes(people[1] ?? '', '2');
  await office.passTime(begun[2]?.ticketId ?? 0, 3 * 24 * 60);
  const numbers = async (query = '') => (await office.admin.get<FlowNumbers>(`/flow/${flow}/numbers${query}`)).body;
  const now = await numbers();
  expect(now.nodes['q']).toMatchObject({ entered: 4, left: { 'option-1': 1, 'option-2': 1 }, dropped: 1, waiting: 1 });
  expect(now.sessions).toMatchObject({ started: 4, running: 1, ended: { completed: 2, expired: 1 } });
  const tickets = await office.admin.get<{ tickets: { ticketId: number }[] }>(
    `/flow/${flow}/numbers/q/tickets?what=dropped`,
  );
  expect(tickets.body.tickets.map(({ ticketId }) => ticketId)).toEqual([begun[2]?.ticketId]);
  await office.scope.sql.run(sql`update flows.step set at = at - interval '2 days'`);
  await office.scope.sql.run(sql`update flows.session set started_at = started_at - interval '2 days'`);
  await rollUpDays(office.scope);
  await rollUpDays(office.scope);
  const counted = await office.scope.sql.one<{ entered: number }>(
    sql`select sum(entered)::int as entered from flows.day where flow_id = ${flow} and node_id = 'q'`,
  );
  expect(counted?.entered).toBe(4);
  expect((await numbers()).nodes['q']).toMatchObject({ entered: 4, dropped: 1 });
  const report = await office.admin.get<FlowReport>(`/flow/${flow}/report`);
  expect(report.body.totals).toMatchObject({ started: 4, completed: 2, dropped: 1 });
  expect(report.body.drops).toEqual([{ nodeId: 'q', dropped: 1, entered: 4 }]);
  const csv = await office.admin.get<string>(`/flow/${flow}/report/export`);
  expect(csv.body.split('\r\n')[0]).toBe(
    '\ufeffDia;Começaram;Concluíram;Foram para uma pessoa;Pararam de responder;Erros',
  );
  const file = await fetch(`${host.url}/api/flow/${flow}/report/export?format=xlsx`, {
    headers: { authorization: `Bearer ${office.admin.token}` },
  });
  const sheet = readWorkbook(Buffer.from(await file.arrayBuffer()));
  expect(sheet.at(0)).toEqual([
    'Dia',
    'Começaram',
    'Concluíram',
    'Foram para uma pessoa',
    'Pararam de responder',
    'Erros',
  ]);
  expect(sheet.find(([first]) => first === 'Total')).toEqual(['Total', '4', '2', '0', '1', '0']);
  expect(sheet.at(-1)).toEqual(['Opção?', '4', '1']);
});
