import { forbidden, notFound, sql, z, type Scope } from '@balcao/sdk/server';
import { listImportRoom, type ListImportProgress, type ListImportStatus } from '../../contract.ts';
import type { ListMapping } from '../../import-columns.ts';
import { id } from '../contact-list.ts';
import { isMasked } from '../item.ts';

export const importParams = z.object({ importId: id });

export const verdicts = ['new', 'known', 'repeated', 'opted-out', 'refused'] as const;
export type Verdict = (typeof verdicts)[number];

const mappingOutput = z.object({ columns: z.array(z.string()), hasHeader: z.boolean(), countryCode: z.string() });
export const verdictCounts = z.object({
  new: z.number(),
  known: z.number(),
  repeated: z.number(),
  optedOut: z.number(),
  refused: z.number(),
});
export const importOutput = z.object({
  id: z.number(),
  contactListId: z.number(),
  listName: z.string(),
  name: z.string(),
  sheet: z.string(),
  size: z.number(),
  status: z.enum(['reading', 'judging', 'ready', 'running', 'done', 'cancelled', 'failed']),
  columns: z.array(z.string()),
  /** The first value of each column. */
  examples: z.array(z.string()),
  mapping: mappingOutput,
  total: z.number(),
  done: z.number(),
  created: z.number(),
  updated: z.number(),
  error: z.string().nullable(),
  createdAt: z.coerce.date(),
  finishedAt: z.coerce.date().nullable(),
  verdicts: verdictCounts,
});

interface Import {
  id: number;
  contactListId: number;
  listName: string;
  name: string;
  sheet: string;
  size: number;
  status: ListImportStatus;
  columns: string[];
  mapping: ListMapping;
  total: number;
  done: number;
  created: number;
  updated: number;
  error: string | null;
  createdAt: Date;
  finishedAt: Date | null;
}

/** Throws 403 ERR_NUMBERS_HIDDEN for readers of masked numbers: rows contain complete ones. */
export const refuseMasked = (scope: Scope): void => {
  if (isMasked(scope)) throw forbidden('ERR_NUMBERS_HIDDEN');
};

export const findImport = async (scope: Scope, wanted: number): Promise<Import> => {
  refuseMasked(scope);
  const row = await scope.sql.one<Import>(
    sql`select i.id, i.contact_list_id as "contactListId", l.name as "listName", i.name, i.sheet, i.size, i.status, i.columns,
               i.mapping, i.total, i.done, i.created, i.updated, i.error, i.created_at as "createdAt", i.finished_at as "finishedAt"
          from contact_lists.import i join contact_lists.contact_list l on l.id = i.contact_list_id where i.id = ${wanted}`,
  );
  if (!row) throw notFound('ERR_NO_IMPORT_FOUND');
  return row;
};

export const countVerdicts = async (scope: Scope, importId: number): Promise<z.output<typeof verdictCounts>> => {
  const rows = await scope.sql.rows<{ verdict: Verdict; amount: number }>(
    sql`select verdict, count(*)::int as amount from contact_lists.import_row
         where import_id = ${importId} and verdict is not null group by verdict`,
  );
  const of = (wanted: Verdict): number => rows.find(({ verdict }) => verdict === wanted)?.amount ?? 0;
  return {
    new: of('new'),
    known: of('known'),
    repeated: of('repeated'),
    optedOut: of('opted-out'),
    refused: of('refused'),
  };
};

/** Returns an import with the number of rows of each verdict. */
export const importDetails = async (scope: Scope, wanted: number): Promise<z.input<typeof importOutput>> => {
  const row = await findImport(scope, wanted);
  const first = await scope.sql.one<{ cells: string[] }>(
    sql`select cells from contact_lists.import_row
         where import_id = ${wanted} order by line offset ${row.mapping.hasHeader ? 1 : 0} limit 1`,
  );
  return { ...row, examples: first?.cells ?? [], verdicts: await countVerdicts(scope, wanted) };
};

/** Returns the import, locked until the transaction ends: one step of an import at a time. */
export const lockImport = (
  scope: Scope,
  wanted: number,
): Promise<{ status: ListImportStatus; mapping: ListMapping; contactListId: number; lastLine: number } | undefined> =>
  scope.sql.one(
    sql`select status, mapping, contact_list_id as "contactListId", last_line as "lastLine"
          from contact_lists.import where id = ${wanted} for update`,
  );

/** Ends an import that was being read or judged with an error. */
export const failImport = async (scope: Scope, wanted: number, code: string): Promise<void> => {
  await scope.sql.run(
    sql`update contact_lists.import set status = 'failed', error = ${code}, finished_at = now()
         where id = ${wanted} and status in ('reading', 'judging')`,
  );
  await publishProgress(scope, wanted);
};

/** Publishes the progress to open browsers. */
export const publishProgress = async (scope: Scope, wanted: number): Promise<void> => {
  const progress = await scope.sql.one<ListImportProgress>(
    sql`select id, status, total, done, created, updated from contact_lists.import where id = ${wanted}`,
  );
  if (progress) scope.rooms.emit(listImportRoom, { importId: wanted }, 'progress', { import: progress });
};
