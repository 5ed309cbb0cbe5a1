import { inflateRawSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '@balcao/sdk/server';
import type { TestHost } from '@balcao/testing';
import type { FlowNumbers, FlowReport, SavedFlow } from '../graph/wire.ts';
import { rollUpDays } from '../server/numbers/roll-up.ts';
import { sessionsOfPerson } from '../server/personal-data.ts';
import { ask, drawing, FlowOffice, say, startFlows } from './flow-office.ts';
import { save } from './saving.ts';

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
  expect(csv.body.split('\r\n')[0]).toBe('Dia;Começaram;Concluíram;Foram para uma pessoa;Pararam de responder;Erros');
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
  expect(sheet.filter(([first]) => first === 'Opção?')).toEqual([
    ['Opção?', '4', '1'],
    ['Opção?', '4', '1'],
  ]);
  expect(sheet.at(-1)).toEqual(['conexão', '4']);
});

test('answers are a file with a column for each variable, a question tells how many attempts it takes, and versions differ', async () => {
  const office = await FlowOffice.of(host);
  const drawn = (last: string) =>
    drawing(
      [
        ask('q', 'Opção?', ['Um', 'Dois'], { variable: 'opcao' }),
        ['n', 'collectNode', { question: 'Quantos?', kind: 'number', variable: 'quantos', tries: 3 }],
        ['s', 'setNode', { changes: [{ variable: 'interno', how: 'set', value: 'x' }] }],
        say('b', last),
      ],
      [
        ['start', 'q'],
        ['q:option-1', 'n'],
        ['q:option-2', 'n'],
        ['n', 's'],
        ['s', 'b'],
      ],
    );
  const { body: made } = await save(office, { data: drawn('Fim') });
  await office.answerWith(made.id);
  const [ana, bia, eva] = [office.number(), office.number(), office.number()];
  const { ticketId } = await office.writes(ana, 'Oi');
  for (const text of ['nada disso', '1', 'dez', '7,5']) await office.writes(ana, text);
  await office.writes(bia, 'Oi');
  await office.writes(bia, 'dois');
  const second = await office.admin.put<SavedFlow>(`/flow/${made.id}`, { title: 'Fluxo', data: drawn('Obrigada') });
  await office.writes(eva, 'Oi');

  const { nodes } = (await office.admin.get<FlowNumbers>(`/flow/${made.id}/numbers`)).body;
  expect([nodes['q']?.attempts, nodes['n']?.attempts, nodes['b']?.attempts]).toEqual([1.5, 2, null]);
  const started = async (versionId: number | undefined) =>
    (await office.admin.get<FlowReport>(`/flow/${made.id}/report?versionId=${versionId}`)).body.totals.started;
  expect([await started(made.version?.id), await started(second.body.version?.id)]).toEqual([2, 1]);

  const download = async (query: string): Promise<Buffer> => {
    const answer = await fetch(`${host.url}/api/flow/${made.id}/answers/export${query}`, {
      headers: { authorization: `Bearer ${office.admin.token}` },
    });
    expect(answer.status).toBe(200);
    return Buffer.from(await answer.arrayBuffer());
  };
  const header = ['Início', 'Fim', 'Resultado', 'Versão', 'Contato', 'Número', 'opcao', 'quantos'];
  const people = [
    ['Concluiu', '1', `Cliente ${ana.slice(-4)}`, ana, 'Um', '7,5'],
    ['Em andamento', '1', `Cliente ${bia.slice(-4)}`, bia, 'Dois', ''],
  ];
  const lines = (await download('')).toString().replace('\ufeff', '').trim().split('\r\n');
  expect(lines[0]?.split(';')).toEqual(header);
  expect(lines.slice(1).map((line) => line.replaceAll('"', '').split(';').slice(2))).toEqual(people);
  const [titles, first] = readWorkbook(await download('?format=xlsx'));
  expect([titles, first?.slice(2)]).toEqual([header, people[0]]);
  expect((await download(`?versionId=${second.body.version?.id}`)).toString().trim().split('\r\n')).toHaveLength(1);

  await office.scope.sql.run(sql`update flows.step set at = at - interval '2 days'`);
  await office.scope.sql.run(sql`update flows.session set started_at = started_at - interval '2 days'`);
  await rollUpDays(office.scope);
  const counted = () =>
    office.scope.sql.one<object>(
      sql`select sum(answered)::int as answered, sum(attempts)::int as attempts,
                 sum((left_by ->> 'completed')::int) filter (where node_id = '')::int as completed
            from flows.day where flow_id = ${made.id} and node_id in ('q', '')`,
    );
  expect(await counted()).toEqual({ answered: 2, attempts: 3, completed: 1 });
  // Bia ends after her day was counted, and is counted there when the next day is over.
  await office.writes(bia, '3');
  await office.scope.sql.run(sql`update flows.rolled_up set until = until - 1`);
  await rollUpDays(office.scope);
  expect(await counted()).toMatchObject({ completed: 2 });
  expect(
    Date.parse((await office.admin.get<FlowNumbers>(`/flow/${made.id}/numbers`)).body.countedAt ?? ''),
  ).toBeGreaterThan(Date.now() - 60_000);

  const person = await office.scope.sql.one<{ contactId: number }>(
    sql`select contact_id as "contactId" from tickets.public_ticket where id = ${ticketId}`,
  );
  await sessionsOfPerson.erase(person?.contactId ?? 0, office.scope);
  expect((await download('')).toString()).not.toContain('7,5');
});
