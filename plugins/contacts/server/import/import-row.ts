import { forbidden, notFound, sql, z, type Scope } from '@balcao/sdk/server';
import { importRoom, type ImportProgress, type ImportStatus } from '../../contract.ts';
import type { ImportMapping } from '../../import-columns.ts';
import { isMasked } from '../masking.ts';

export const maxId = 2_147_483_647;
export const importParams = z.object({ id: z.coerce.number().int().positive().max(maxId) });

export const importOutput = z.object({
  id: z.number(),
  source: z.enum(['file', 'connection']),
  name: z.string(),
  status: z.enum(['ready', 'reading', 'running', 'done', 'cancelled', 'failed']),
  columns: z.array(z.string()),
  duplicates: z.enum(['skip', 'fill', 'overwrite']).nullable(),
  total: z.number(),
  done: z.number(),
  created: z.number(),
  updated: z.number(),
  skipped: z.number(),
  refused: z.number(),
  error: z.string().nullable(),
  userName: z.string().nullable(),
  createdAt: z.coerce.date(),
  finishedAt: z.coerce.date().nullable(),
});
export type Import = z.output<typeof importOutput> & {
  userId: number | null;
  sourceKey: string | null;
  mapping: ImportMapping | null;
};

const columns = sql`i.id, i.user_id as "userId", u.name as "userName", i.source, i.source_key as "sourceKey", i.name, i.status,
  i.columns, i.mapping, i.duplicates, i.total, i.done, i.created, i.updated, i.skipped, i.refused, i.error,
  i.created_at as "createdAt", i.finished_at as "finishedAt"`;
const from = sql`from contacts.import i left join kernel."user" u on u.company_id = i.company_id and u.id = i.user_id`;

/**
 * Throws 403 ERR_NUMBERS_HIDDEN for people who see masked numbers: rows contain complete ones, and the count of known
 * rows would reveal which numbers the company has.
 */
export const refuseMasked = (scope: Scope): void => {
  if (isMasked(scope)) throw forbidden('ERR_NUMBERS_HIDDEN');
};

export const latestImports = (scope: Scope): Promise<Import[]> =>
  scope.sql.rows<Import>(sql`select ${columns} ${from} where i.status <> 'ready' order by i.id desc limit 20`);

export const findImport = async (scope: Scope, id: number): Promise<Import> => {
  refuseMasked(scope);
  const row = await scope.sql.one<Import>(sql`select ${columns} ${from} where i.id = ${id}`);
  if (!row) throw notFound('ERR_NO_IMPORT_FOUND');
  return row;
};

export const mayReadImport = async (scope: Scope, id: number): Promise<boolean> =>
  !isMasked(scope) &&
  (await scope.sql.one(sql`select 1 as found from contacts.import i where i.id = ${id}`)) !== undefined;

/** Returns the import’s row, locked until the transaction ends: one step of an import at a time. */
export const lockImport = async (
  scope: Scope,
  id: number,
): Promise<{ status: ImportStatus; mapping: ImportMapping | null; duplicates: Import['duplicates'] } | undefined> =>
  scope.sql.one(sql`select status, mapping, duplicates from contacts.import where id = ${id} for update`);

/** Publishes the progress to open browsers. */
export const publishProgress = async (scope: Scope, id: number): Promise<void> => {
  const progress = await scope.sql.one<ImportProgress>(
    sql`select id, status, total, done, created, updated, skipped, refused from contacts.import where id = ${id}`,
  );
  if (progress) scope.rooms.emit(importRoom, { importId: id }, 'progress', { import: progress });
};
