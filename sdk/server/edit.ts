import { z } from 'zod';
import { service } from '../shared/contract.ts';
import { isSameValue } from '../shared/same-value.ts';
import { AppError } from './errors.ts';
import type { Scope } from './scope.ts';

/** Who last gave fields of a row their present values. Kept for a month. `mergeEdit` writes and reads it. */
export interface RowEditors {
  note(table: string, id: string, values: Readonly<Record<string, unknown>>): Promise<void>;
  /** Names by field; a field whose value came in another way is absent. */
  of(table: string, id: string, values: Readonly<Record<string, unknown>>): Promise<Readonly<Record<string, string>>>;
}
/** The editors of rows of the scope's company. */
export const rowEditors = service<RowEditors>('kernel.row-editors');

/** Read as the form's schema reads them, so that a blank at the end is no difference. */
const asRead = (shape: z.ZodRawShape, known: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(known).map(([name, value]) => {
      const read = (shape[name] as z.ZodType | undefined)?.safeParse(value);
      return [name, read?.success ? read.data : value];
    }),
  );

/**
 * The body of a route that changes a row: every field of the form may be absent, which leaves it as it is. `known` says
 * what the fields that were changed held when the form was loaded; see `mergeEdit`. A field that makes a value of its
 * own when it is absent (`.default()`, `.nullish().transform()`) is refused: whoever does not send it would change it.
 */
export const editOf = <S extends z.ZodRawShape>(form: z.ZodObject<S>) => {
  for (const [name, field] of Object.entries(form.shape as z.ZodRawShape)) {
    const absent = (field as z.ZodType).safeParse(undefined);
    if (absent.success && absent.data !== undefined)
      throw new Error(`editOf: the field "${name}" becomes ${JSON.stringify(absent.data)} when it is not sent`);
  }
  return form.partial().extend({
    known: z
      .record(z.string().max(100), z.unknown())
      .transform((known) => asRead(form.shape, known))
      .optional()
      .describe('What the fields that are sent held when they were read. Absent: they are written in any case.'),
  });
};

export interface RowEdit<C extends { known?: Readonly<Record<string, unknown>> | undefined }> {
  /** `queues.queue` */
  table: string;
  id: number | string;
  /**
   * What is stored now, under the names and in the form of the body: read it `for update` in the same transaction, so
   * that two edits come one after the other. It is shown to whoever meets a conflict: put in what they may see.
   */
  row: object | undefined;
  /** What is answered, with 404, where there is no row: `ERR_NO_QUEUE_FOUND`. */
  missing: string;
  /** As `editOf` read it. */
  body: C;
}

/** A body without what was known. */
type Change<C> = { [K in keyof C as K extends 'known' ? never : K]: C[K] };

/**
 * What is to be written of an edit: without fields that were sent as they were known. Fields that other people changed meanwhile stay. A field that both
 * changed, to different values, is refused with 409 ERR_CHANGED_MEANWHILE: its context names who changed each field, and
 * has the present row, so that the form can ask which value counts. A body without `known` is taken as it is.
 * @example
 * const row = await inner.sql.one<Supplier>(sql`select id, name from suppliers.supplier where id = ${id} for update`);
 * const change = await mergeEdit(inner, { table: 'suppliers.supplier', id, row, missing: 'ERR_NO_SUPPLIER_FOUND', body });
 */
export async function mergeEdit<C extends { known?: Readonly<Record<string, unknown>> | undefined }>(
  scope: Scope,
  { table, id, row, missing, body }: RowEdit<C>,
): Promise<Change<C>> {
  if (!row) throw new AppError(404, missing, { context: { deleted: true } });
  const present = row as Readonly<Record<string, unknown>>;
  const { known = {}, ...sent } = body;
  const change = Object.fromEntries(
    Object.entries(sent).filter(
      ([name, value]) => value !== undefined && !(name in known && isSameValue(value, known[name])),
    ),
  );
  const differing = Object.keys(change).filter((name) => name in present && !isSameValue(present[name], change[name]));
  const lost = differing.filter((name) => name in known && !isSameValue(present[name], known[name]));
  const editors = scope.use(rowEditors);
  const pick = (from: Readonly<Record<string, unknown>>, names: readonly string[]) =>
    Object.fromEntries(names.map((name) => [name, from[name] ?? null]));
  if (lost.length > 0) {
    const names = await editors.of(table, `${id}`, pick(present, lost));
    const fields = Object.fromEntries(lost.map((name) => [name, names[name] ?? null]));
    throw new AppError(409, 'ERR_CHANGED_MEANWHILE', { context: { fields, row: present } });
  }
  if (differing.length > 0) await editors.note(table, `${id}`, pick(change, differing));
  return change as Change<C>;
}
