import { z } from 'zod';
import { service } from '../shared/contract.ts';
import { isSameValue } from '../shared/same-value.ts';
import { AppError } from './errors.ts';
import type { Scope } from './scope.ts';

/** Names the people who last changed fields of a row. Stored for a month; `mergeEdit` writes and reads it. */
export interface RowEditors {
  note(table: string, id: string, values: Readonly<Record<string, unknown>>): Promise<void>;
  /** Returns the person's name by field. A field whose value was set in another way is absent. */
  of(table: string, id: string, values: Readonly<Record<string, unknown>>): Promise<Readonly<Record<string, string>>>;
}
/** The last editors of rows of the scope's company. */
export const rowEditors = service<RowEditors>('kernel.row-editors');

/** Parses the known values with the form's schema, so that a trailing blank counts as no difference. */
const asRead = (shape: z.ZodRawShape, known: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(known).map(([name, value]) => {
      const read = (shape[name] as z.ZodType | undefined)?.safeParse(value);
      return [name, read?.success ? read.data : value];
    }),
  );

/**
 * The body schema of a route that changes a row. Every field of the form is optional; an absent field stays as it is.
 * `known` holds the values that the changed fields had when the form was loaded; see `mergeEdit`. A field that produces
 * a value when it is absent (`.default()`, `.nullish().transform()`) is rejected, because a client that does not send
 * it would change it.
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
   * The stored values, under the names and in the form of the body. Read the row `for update` in the same transaction,
   * so that two edits are serialised. It is shown to the person who meets a conflict: include only what that person may
   * see.
   */
  row: object | undefined;
  /** The code of the 404 if there is no row: `ERR_NO_QUEUE_FOUND`. */
  missing: string;
  /** The body as parsed by `editOf`. */
  body: C;
}

/** A body without `known`. */
type Change<C> = { [K in keyof C as K extends 'known' ? never : K]: C[K] };

/**
 * Returns the values of an edit that must be written, without fields that equal their known value. Fields that other
 * people changed meanwhile are left alone. If both changed one field to different values, throws 409
 * ERR_CHANGED_MEANWHILE: its context names the person who changed each field and holds the stored row, so that the form
 * can ask which value counts. A body without `known` is written as it is.
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
