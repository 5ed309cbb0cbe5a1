import { utils, write } from 'xlsx';
import { expect } from 'vitest';
import type { Person } from '@balcao/testing';

export type Cell = string | number | boolean | null | Date;

/** Returns a workbook as a spreadsheet program writes it. */
export const workbook = (rows: Cell[][], bookType: 'xlsx' | 'biff8' = 'xlsx'): Buffer => {
  const book = utils.book_new();
  utils.book_append_sheet(book, utils.aoa_to_sheet(rows), 'Contatos');
  return write(book, { type: 'buffer', bookType, compression: true }) as Buffer;
};

export const form = (name: string, content: Buffer | string): FormData => {
  const data = new FormData();
  data.append('file', new Blob([typeof content === 'string' ? content : new Uint8Array(content)]), name);
  return data;
};

export interface ImportAnswer {
  id: number;
  status: string;
  source: string;
  name: string;
  columns: string[];
  mapping: { columns: string[]; hasHeader: boolean; countryCode: string };
  sample: { line: number; cells: string[] }[];
  total: number;
  done: number;
  created: number;
  updated: number;
  skipped: number;
  refused: number;
  error: string | null;
  fields?: Record<string, string>;
}
export interface CheckAnswer {
  new: number;
  known: number;
  repeated: number;
  refused: number;
  leftOut: { line: number; field: string; value: string; reason: string }[];
  error?: string;
  fields?: Record<string, string>;
}

export const upload = (person: Person, name: string, content: Buffer | string) =>
  person.post<ImportAnswer>('/contacts/import', form(name, content));

/** Waits until the import has ended, and returns its result. */
export const ended = async (person: Person, id: number): Promise<ImportAnswer> => {
  let last: ImportAnswer | undefined;
  expect(id).toBeTypeOf('number');
  await expect
    .poll(
      async () => {
        last = (await person.get<ImportAnswer>(`/contacts/import/${id}`)).body;
        return last.status;
      },
      { timeout: 50_000, interval: 200 },
    )
    .toMatch(/done|cancelled|failed/);
  return last!;
};

/** Uploads, checks with the guessed columns, starts, and waits for the end. */
export const importAll = async (
  person: Person,
  content: Buffer | string,
  duplicates: 'skip' | 'fill' | 'overwrite' = 'skip',
  name = typeof content === 'string' ? 'contatos.csv' : 'contatos.xlsx',
): Promise<{ check: CheckAnswer; end: ImportAnswer }> => {
  const { body } = await upload(person, name, content);
  const { body: check } = await person.post<CheckAnswer>(`/contacts/import/${body.id}/check`, body.mapping);
  await person.post(`/contacts/import/${body.id}/start`, { duplicates });
  return { check, end: await ended(person, body.id) };
};
