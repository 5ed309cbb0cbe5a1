import { Reply, csvLine, csvSeparator, type Host, type Scope } from '@balcao/sdk/server';
import type manifest from '../../manifest.ts';
import { openBoard } from '../board/visible-boards.ts';
import { funnel, funnelQuery, readFunnel, type Funnel } from './funnel.ts';

/** Cents as spreadsheets of the company read them: `1234,5`. */
const amount = (cents: number, comma: boolean): string => {
  const text = (cents / 100).toFixed(2);
  return comma ? text.replace('.', ',') : text;
};

const table = (scope: Scope, { lanes, people, queues, weeks }: Funnel): string[][] => {
  const comma = csvSeparator(scope) === ';';
  const money = (cents: number): string => amount(cents, comma);
  const days = (count: number | null): string => (count === null ? '' : amount(count * 100, comma));
  const head = ['kind', 'name', 'entered', 'movedOn', 'days', 'value', 'won', 'wonValue', 'lost', 'lostValue'] as const;
  const outcomes = ({ won, lost }: Pick<Funnel, 'won' | 'lost'>): string[] => [
    String(won.count),
    money(won.cents),
    String(lost.count),
    money(lost.cents),
  ];
  const named = (kind: string, name: string, group: Pick<Funnel, 'won' | 'lost'>): string[] => [
    scope.t(`numbers.${kind}`),
    name,
    '',
    '',
    '',
    '',
    ...outcomes(group),
  ];
  return [
    head.map((column) => scope.t(`csv.${column}`)),
    ...lanes.map((lane) => [
      scope.t('numbers.lane'),
      lane.title,
      String(lane.entered),
      String(lane.movedOn),
      days(lane.days),
      money(lane.cents),
      '',
      '',
      '',
      '',
    ]),
    ...people.map((person) => named('person', person.id === 0 ? scope.t('numbers.nobody') : person.name, person)),
    ...queues.map((queue) => named('queue', queue.id === 0 ? scope.t('numbers.noQueue') : queue.name, queue)),
    ...weeks.map((week) => named('week', week.week, week)),
  ];
};

/** The funnel of a board: what entered, moved on, was won and lost in a period. */
export const numbersRoutes = (host: Host<typeof manifest>): void => {
  host.route('GET', '/kanban-numbers', {
    access: 'crm:view',
    summary:
      'The funnel of a board in a period: conversations that entered and left each lane, won and lost with values, by week, person and queue.',
    input: { query: funnelQuery },
    output: funnel,
    handle: async ({ query }, scope) => readFunnel(scope, await openBoard(scope, query.kanbanId), query),
  });
  host.route('GET', '/kanban-numbers/export', {
    access: 'crm:view',
    audit: 'kanban.exported',
    summary: 'The same as a CSV file.',
    rate: 30,
    input: { query: funnelQuery },
    handle: async ({ query }, scope) => {
      const rows = table(scope, await readFunnel(scope, await openBoard(scope, query.kanbanId), query));
      const separator = csvSeparator(scope);
      // The byte order mark tells spreadsheet programs that the file is UTF-8.
      return new Reply(200, `\uFEFF${rows.map((cells) => csvLine(cells, separator)).join('')}`, {
        'content-type': 'text/csv; charset=utf-8',
        'content-disposition': `attachment; filename="funil-${query.from}-${query.to}.csv"`,
      });
    },
  });
};
