import type { ListImportProgress } from '../../contract.ts';
import type { ListColumnUse, ListMapping } from '../../import-columns.ts';

export interface ListImport extends ListImportProgress {
  contactListId: number;
  listName: string;
  name: string;
  sheet: string;
  size: number;
  columns: string[];
  /** The first value of each column. */
  examples: string[];
  mapping: ListMapping;
  error: string | null;
  verdicts: { new: number; known: number; repeated: number; optedOut: number; refused: number };
}
export type Verdict = 'new' | 'known' | 'repeated' | 'opted-out' | 'refused';
export interface ImportRow {
  line: number;
  name: string;
  number: string;
  email: string;
  variables: Readonly<Record<string, string>>;
  verdict: Verdict;
  field: string | null;
  note: string | null;
}

/** Returns how many rows come in or update somebody. */
export const coming = ({ verdicts }: Pick<ListImport, 'verdicts'>): number => verdicts.new + verdicts.known;
/** Returns how many rows stay out. */
export const stayingOut = ({ verdicts }: Pick<ListImport, 'verdicts'>): number =>
  verdicts.repeated + verdicts.optedOut + verdicts.refused;

/** True while the file is read, or its rows are judged under other columns. */
export const isBeingJudged = ({ status }: Pick<ListImport, 'status'>): boolean =>
  status === 'reading' || status === 'judging';

export const hasEnded = ({ status }: Pick<ListImport, 'status'>): boolean =>
  status === 'done' || status === 'cancelled' || status === 'failed';

/** Assigns a meaning to a column; a column that had it before is not imported any more. */
export const withUse = (mapping: ListMapping, width: number, at: number, use: ListColumnUse): ListMapping => ({
  ...mapping,
  columns: Array.from({ length: width }, (_, column) => {
    const before = mapping.columns[column] ?? 'ignore';
    if (column === at) return use;
    return before === use ? 'ignore' : before;
  }),
});

/** Returns the fields that must still be assigned. */
export const missingUses = ({ columns }: ListMapping): ('name' | 'number')[] =>
  (['name', 'number'] as const).filter((use) => !columns.includes(use));
