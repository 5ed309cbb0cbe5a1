import { Readable } from 'node:stream';
import { Reply, csvLine, z, type Host } from '@balcao/sdk/server';
import type manifest from '../manifest.ts';
import { everyCompany, fullCompanies, type Super } from './all-companies.ts';

const textOf = (value: unknown): string =>
  value instanceof Date ? value.toISOString() : value === null || value === undefined ? '' : String(value);

const columns = [
  'id',
  'name',
  'email',
  'phone',
  'status',
  'planName',
  'value',
  'dueDate',
  'recurrence',
  'cpfCnpj',
  'origin',
  'obs',
  'createdAt',
  'lastLogin',
  'daysNoLogin',
] as const;

async function* lines(scope: Super, search: string): AsyncGenerator<string> {
  // A byte order mark: without it spreadsheets misread the accents.
  const titles = columns.map((column) => scope.t(`csv.${column}`));
  yield `\uFEFF${csvLine(titles, ';')}`;
  for await (const some of everyCompany(scope, search)) {
    for (const company of await fullCompanies(some, scope)) {
      const row: Record<string, unknown> = {
        ...company,
        status: scope.t(company.status ? 'csv.active' : 'csv.inactive'),
      };
      const cells = columns.map((column) => textOf(row[column]));
      yield csvLine(cells, ';');
    }
  }
}

export const exportRoute = (host: Host<typeof manifest>): void => {
  host.route('GET', '/companies/export', {
    access: 'super',
    summary: 'The companies that match a search, as CSV.',
    audit: 'companies.exported',
    input: { query: z.object({ searchParam: z.string().max(200).default('') }) },
    handle: async ({ query }, scope) =>
      new Reply(200, Readable.from(lines(scope, query.searchParam)), {
        'content-type': 'text/csv; charset=utf-8',
        'content-disposition': 'attachment; filename="empresas.csv"',
      }),
  });
};
