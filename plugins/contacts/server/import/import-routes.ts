import {
  csvLine,
  csvSeparator,
  AppError,
  Reply,
  forbidden,
  invalid,
  notFound,
  sql,
  z,
  type Host,
  type Scope,
} from '@balcao/sdk/server';
import { runImport, spreadsheetTypes } from '../../contract.ts';
import type { ColumnUse } from '../../import-columns.ts';
import type manifest from '../../manifest.ts';
import { checkRows } from './check-rows.ts';
import {
  findImport,
  lockImport,
  importOutput,
  importParams,
  latestImports,
  refuseMasked,
  publishProgress,
  type Import,
} from './import-row.ts';
import { maxBytes } from './read-sheet.ts';
import { listAddressBooks } from './sources.ts';
import { storeFile } from './store-file.ts';

const use = z
  .string()
  .max(106)
  .refine((text) => /^(name|number|email|origin|ignore|extra:.*\S.*)$/su.test(text), 'ERR_INVALID_VALUE')
  .transform((text) => text.toWellFormed() as ColumnUse);
const mapping = z.object({
  columns: z.array(use).max(60),
  hasHeader: z.boolean(),
  countryCode: z.string().regex(/^\d{0,3}$/, 'ERR_INVALID_VALUE'),
});
const verdicts = z.object({ new: z.number(), known: z.number(), repeated: z.number(), refused: z.number() });
const skippedRow = z.object({
  line: z.number(),
  field: z.string().nullable(),
  value: z.string().nullable(),
  reason: z.string(),
});
const details = importOutput.extend({
  mapping: mapping.extend({ columns: z.array(z.string()) }).nullable(),
  /** The first rows, including the header if there is one. */
  sample: z.array(z.object({ line: z.number(), cells: z.array(z.string()) })),
});

const perPage = 100;

/** Returns the text of a reason; `repeated:12` refers to the row that already has the number. */
const reasonOf = (scope: Scope, reason: string): string => {
  const [key = '', line = ''] = reason.split(':');
  return scope.t(`import.reason.${key}`, { line });
};

type SkippedRow = z.output<typeof skippedRow>;

const skippedAfter = async (scope: Scope, one: Import, line: number, limit: number): Promise<SkippedRow[]> => {
  return scope.sql.rows<SkippedRow>(
    sql`select line, field, value, reason from contacts.import_row
         where import_id = ${one.id} and line > ${line} and verdict in ('refused', 'repeated')
         order by line limit ${limit}`,
  );
};

const detailsOf = async (scope: Scope, id: number): Promise<z.input<typeof details>> => {
  const one = await findImport(scope, id);
  const sample = await scope.sql.rows<{ line: number; cells: string[] }>(
    sql`select line, cells from contacts.import_row where import_id = ${id} and cells <> '{}' order by line limit 8`,
  );
  return { ...one, sample };
};

/** Starts an import of the requested address book, or of the only one. */
const startAddressBookImport = async (scope: Scope, key: string | undefined): Promise<number> => {
  const addressBooks = await listAddressBooks(scope);
  const addressBook =
    key === undefined
      ? (addressBooks.find(({ trouble }) => !trouble) ?? addressBooks[0])
      : addressBooks.find((one) => one.key === key);
  if (!addressBook)
    throw key === undefined ? new AppError(409, 'ERR_NO_CONTACT_SOURCE') : notFound('ERR_NO_WAPP_FOUND');
  if (addressBook.trouble) throw new AppError(409, addressBook.trouble);
  return scope.tx(async (inner) => {
    const made = await inner.sql.one<{ id: number }>(
      sql`insert into contacts.import (user_id, source, source_key, name, status)
          values (${scope.user?.id ?? null}, 'connection', ${addressBook.key}, ${addressBook.name}, 'reading') returning id`,
    );
    if (!made) throw new Error('the import was not stored');
    await inner.jobs.schedule(runImport, { importId: made.id }, { key: String(made.id) });
    return made.id;
  });
};

export const importRoutes = (host: Host<typeof manifest>): void => {
  host.route('GET', '/contacts/import', {
    access: 'signed-in',
    summary: 'The latest imports. Refused to readers of masked numbers: 403 ERR_NUMBERS_HIDDEN.',
    output: z.array(importOutput),
    handle: async (_request, scope) => {
      refuseMasked(scope);
      return latestImports(scope);
    },
  });

  host.route('GET', '/contacts/import/sources', {
    access: 'signed-in',
    summary: 'Address books that can be imported. `trouble` is the reason why one cannot be read now.',
    output: z.array(z.object({ key: z.string(), name: z.string(), trouble: z.string().optional() })),
    handle: async (_request, scope) => {
      refuseMasked(scope);
      return listAddressBooks(scope);
    },
  });

  host.route('POST', '/contacts/import', {
    access: 'signed-in',
    summary:
      'With `file` (xlsx, xls, csv; 20 MB, 50,000 rows): reads it, for its columns to be named. Without: imports everybody of a connection.',
    rate: 30,
    input: {
      files: { maxBytes, maxCount: 1, accept: spreadsheetTypes },
      body: z.object({
        whatsappId: z.coerce.number().int().positive().nullish(),
        source: z.string().max(100).nullish(),
      }),
    },
    output: details,
    handle: async ({ files: [file], body }, scope) => {
      refuseMasked(scope);
      const key = body.source ?? (body.whatsappId ? `connections/${body.whatsappId}` : undefined);
      const id = file ? await storeFile(scope, file) : await startAddressBookImport(scope, key);
      return detailsOf(scope, id);
    },
  });

  host.route('GET', '/contacts/import/:id', {
    access: 'signed-in',
    summary: 'An import with its columns, first rows and progress.',
    input: { params: importParams },
    output: details,
    handle: ({ params }, scope) => detailsOf(scope, params.id),
  });

  host.route('POST', '/contacts/import/:id/check', {
    access: 'signed-in',
    summary: 'The result of each row with these columns, and the first skipped rows.',
    input: { params: importParams, body: mapping },
    output: verdicts.extend({ leftOut: z.array(skippedRow) }),
    handle: async ({ params, body }, scope) => {
      const one = await findImport(scope, params.id);
      const counts = await checkRows(scope, one.id, body);
      return { ...counts, leftOut: await skippedAfter(scope, one, 0, perPage) };
    },
  });

  host.route('POST', '/contacts/import/:id/start', {
    access: 'signed-in',
    summary:
      'Starts a checked import. `duplicates` is the treatment of existing contacts; `overwrite` needs contacts-page:overwriteContacts.',
    input: { params: importParams, body: z.object({ duplicates: z.enum(['skip', 'fill', 'overwrite']) }) },
    output: importOutput,
    handle: async ({ params, body }, scope) => {
      await findImport(scope, params.id);
      if (body.duplicates === 'overwrite' && !scope.can('contacts-page:overwriteContacts')) throw forbidden();
      await scope.tx(async (inner) => {
        const locked = await lockImport(inner, params.id);
        if (locked?.status !== 'ready') throw new AppError(409, 'ERR_IMPORT_STARTED');
        const checked = await inner.sql.one(
          sql`select 1 as found from contacts.import_row where import_id = ${params.id} and verdict is not null limit 1`,
        );
        if (!checked) throw invalid({ columns: 'ERR_IMPORT_COLUMNS' });
        await inner.sql.run(
          sql`update contacts.import set status = 'running', duplicates = ${body.duplicates} where id = ${params.id}`,
        );
        await inner.jobs.schedule(runImport, { importId: params.id }, { key: String(params.id) });
      });
      return findImport(scope, params.id);
    },
  });

  host.route('POST', '/contacts/import/:id/cancel', {
    access: 'signed-in',
    summary: 'Stops an import. Rows imported so far remain.',
    input: { params: importParams },
    output: importOutput,
    handle: async ({ params }, scope) => {
      await findImport(scope, params.id);
      const stopped = await scope.sql.run(
        sql`update contacts.import set status = 'cancelled', finished_at = now()
             where id = ${params.id} and status in ('ready', 'reading', 'running')`,
      );
      if (stopped > 0) await publishProgress(scope, params.id);
      return findImport(scope, params.id);
    },
  });

  host.route('GET', '/contacts/import/:id/left-out', {
    access: 'signed-in',
    summary: 'Skipped rows with the reason, 100 at a time, after the row `after`.',
    input: {
      params: importParams,
      query: z.object({ after: z.coerce.number().int().min(0).max(2_147_483_647).default(0) }),
    },
    output: z.object({ rows: z.array(skippedRow), hasMore: z.boolean() }),
    handle: async ({ params, query }, scope) => {
      const one = await findImport(scope, params.id);
      const rows = await skippedAfter(scope, one, query.after, perPage + 1);
      return { rows: rows.slice(0, perPage), hasMore: rows.length > perPage };
    },
  });

  host.route('GET', '/contacts/import/:id/report', {
    access: 'signed-in',
    summary: 'The skipped rows as a csv file: row, field, value, reason.',
    input: { params: importParams },
    handle: async ({ params }, scope) => {
      const one = await findImport(scope, params.id);
      const rows = await skippedAfter(scope, one, 0, 50_001);
      const separator = csvSeparator(scope);
      const field = (name: string | null): string =>
        name !== null && ['name', 'number', 'email', 'origin'].includes(name)
          ? scope.t(`export.${name}`)
          : (name ?? '');
      const lines = rows.map(({ line, field: name, value, reason }) =>
        csvLine([String(line), field(name), value ?? '', reasonOf(scope, reason)], separator),
      );
      const head = csvLine(
        (['line', 'field', 'value', 'reason'] as const).map((name) => scope.t(`import.report.${name}`)),
        separator,
      );
      return new Reply(200, Buffer.from(`\ufeff${head}${lines.join('')}`), {
        'content-type': 'text/csv; charset=utf-8',
        'content-disposition': `attachment; filename="importacao-${one.id}-linhas-fora.csv"`,
      });
    },
  });
};
