import { conflict, writeWorkbook, type Scope, type WorkbookCell } from '@balcao/sdk/server';
import type { Filter } from '../filter.ts';
import { extrasOf, readAll } from './rows.ts';

export const fileName = 'relatorio-de-atendimentos.xlsx';
export const workbookType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const sheetName = 'RelatorioDeAtendimentos';
const columns = [
  'id',
  'connection',
  'contact',
  'user',
  'queue',
  'status',
  'lastMessage',
  'openDate',
  'openTime',
  'closeDate',
  'closeTime',
  'support',
  'nps',
] as const;
const widths = [10, 20, 32, 24, 20, 12, 40, 12, 10, 12, 10, 12, 6];

async function* cellsOf(scope: Scope, filter: Filter): AsyncGenerator<readonly WorkbookCell[]> {
  const heads = await extrasOf(scope, []);
  yield [...columns.map((name) => scope.t(`server.export.${name}`)), ...heads.map(({ label }) => label)];
  for await (const rows of readAll(scope, filter)) {
    const extras = await extrasOf(
      scope,
      rows.map(({ id }) => id),
    );
    for (const row of rows) {
      const { openedAt, closedAt, supportS } = row;
      yield [
        row.id,
        row.whatsappName,
        row.contactName,
        row.userName,
        row.queueName,
        scope.t(`server.status.${row.status}`),
        row.lastMessage,
        { date: openedAt },
        { time: openedAt },
        closedAt && { date: closedAt },
        closedAt && { time: closedAt },
        supportS === null ? null : { duration: supportS },
        row.rate,
        ...extras.map(({ of }) => of.get(row.id) ?? null),
      ];
    }
  }
}

/** The file of the attendances that the filter selects, written while it is read. */
export const workbook = (scope: Scope, filter: Filter): AsyncGenerator<Buffer> =>
  writeWorkbook(sheetName, cellsOf(scope, filter), {
    timeZone: scope.company.timeZone,
    widths,
    hasFilters: true,
  });

/** People whose file is being written by this node: each gets one at a time. */
const running = new Set<string>();

/** Notes that the reader's file is being written, or throws 409. Returns what is to be called when it is not any more. */
export const beginExport = (scope: Scope): (() => void) => {
  const key = `${scope.company.id} ${scope.user?.id}`;
  if (running.has(key)) throw conflict('ERR_REPORT_EXPORT_RUNS');
  running.add(key);
  return () => void running.delete(key);
};
