import type { ImportProgress } from '../../contract.ts';
import type { ColumnUse, ImportMapping } from '../../import-columns.ts';

export type Duplicates = 'skip' | 'fill' | 'overwrite';

export interface ImportRow extends ImportProgress {
  source: 'file' | 'connection';
  name: string;
  columns: string[];
  error: string | null;
  userName: string | null;
  createdAt: string;
}
export interface ImportDetails extends ImportRow {
  mapping: ImportMapping | null;
  sample: { line: number; cells: string[] }[];
}
export interface SkippedRow {
  line: number;
  field: string | null;
  value: string | null;
  reason: string;
}
export interface Verdicts {
  new: number;
  known: number;
  repeated: number;
  refused: number;
  leftOut: SkippedRow[];
}

/** One column of the file, to which people assign a meaning. */
export interface Column {
  title: string;
  examples: string[];
  use: ColumnUse;
}

/** Returns the file’s columns with sample values; without a header they are numbered by `numbered`. */
export function columnsOf(
  { columns, sample }: Pick<ImportDetails, 'columns' | 'sample'>,
  { columns: uses, hasHeader }: ImportMapping,
  numbered: (position: number) => string,
): Column[] {
  const rows = sample.slice(hasHeader ? 1 : 0);
  const width = Math.max(columns.length, uses.length, ...rows.map(({ cells }) => cells.length));
  return Array.from({ length: width }, (_, at) => ({
    title: (hasHeader ? columns[at]?.trim() : '') || numbered(at + 1),
    examples: rows.map(({ cells }) => cells[at] ?? '').filter((cell) => cell !== ''),
    use: uses[at] ?? 'ignore',
  }));
}

/** Assigns a meaning to a column; a field that only one column can hold is removed from the column that had it. */
export const withUse = (mapping: ImportMapping, width: number, at: number, use: ColumnUse): ImportMapping => ({
  ...mapping,
  columns: Array.from({ length: width }, (_, column) => {
    const previous = mapping.columns[column] ?? 'ignore';
    if (column === at) return use;
    return previous === use && use !== 'ignore' && !use.startsWith('extra:') ? 'ignore' : previous;
  }),
});

/** Returns the fields that must still be assigned before the import can start. */
export const missingUses = ({ columns }: ImportMapping): ('name' | 'number')[] =>
  (['name', 'number'] as const).filter((use) => !columns.includes(use));

export const hasEnded = ({ status }: Pick<ImportRow, 'status'>): boolean =>
  status === 'done' || status === 'cancelled' || status === 'failed';

/** Compares a received state with the known one: live updates and answers of requests may arrive in another order. */
export const isNewer = (
  update: Pick<ImportRow, 'status' | 'done'>,
  current: Pick<ImportRow, 'status' | 'done'>,
): boolean => (hasEnded(current) ? hasEnded(update) : update.done >= current.done || update.status !== current.status);
