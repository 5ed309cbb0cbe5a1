import { foldText } from '@balcao/sdk/contract';

/** The columns of an imported spreadsheet, for server and client. */

/** A field of a contact, extra information under a name, or nothing. */
export type ColumnUse = 'name' | 'number' | 'email' | 'origin' | 'ignore' | `extra:${string}`;

export interface ImportMapping {
  /** One entry per column of the file; missing ones are ignored. */
  columns: ColumnUse[];
  /** True if the first row contains the column names. */
  hasHeader: boolean;
  /** Prefix for numbers without one, as `55`; '' leaves numbers as they are. */
  countryCode: string;
}

const known: readonly (readonly [Exclude<ColumnUse, `extra:${string}`>, RegExp])[] = [
  ['email', /e ?-? ?mail|correio|correo/],
  ['number', /telefone|celular|whats|fone|phone|mobile|numero|numb?er|tel\b|contato 1|telefono|movil/],
  ['origin', /origem|origin|origen|fonte|source|como conheceu|canal/],
  ['name', /nome|name|nombre|cliente|contato|contact|razao social/],
];

const simple = (text: string): string =>
  foldText(text)
    .replace(/[_.:]+/g, ' ')
    .trim();

const mail = /^[^\s@]+@[^\s@]+\.[^\s@]{2,}$/;
const looksLikeNumber = (text: string): boolean => /^[\d\s()+\-./]+$/.test(text) && text.replace(/\D/g, '').length >= 8;

/**
 * Returns true if the first row seems to hold column names: no address, no phone number, and at least one known word.
 */
export const hasHeader = (first: readonly string[]): boolean =>
  first.length > 0 &&
  !first.some((cell) => mail.test(cell) || looksLikeNumber(cell)) &&
  first.some((cell) => known.some(([, words]) => words.test(simple(cell))));

/** Guesses the meaning of each column, by its name, else by its values. Each field is assigned once. */
export function guessColumns(
  header: readonly string[] | undefined,
  sample: readonly (readonly string[])[],
): ColumnUse[] {
  const width = Math.max(header?.length ?? 0, ...sample.map((row) => row.length));
  const uses: ColumnUse[] = Array.from({ length: width }, () => 'ignore');
  const assigned = new Set<ColumnUse>();
  const assign = (column: number, use: ColumnUse): void => {
    uses[column] = use;
    assigned.add(use);
  };
  if (header) {
    for (const [use, words] of known) {
      const column = header.findIndex((name, at) => uses[at] === 'ignore' && words.test(simple(name)));
      if (column !== -1) assign(column, use);
    }
    // Remaining columns that have a name become extra information under that name.
    header.forEach((name, at) => {
      const label = name.trim().slice(0, 100).toWellFormed();
      if (uses[at] === 'ignore' && label !== '' && sample.some((row) => (row[at] ?? '') !== ''))
        uses[at] = `extra:${label}`;
    });
  }
  const mostly = (column: number, fits: (cell: string) => boolean): boolean => {
    const filled = sample.map((row) => row[column] ?? '').filter((cell) => cell !== '');
    return filled.length > 0 && filled.filter(fits).length * 2 > filled.length;
  };
  const byContent: readonly (readonly [ColumnUse, (cell: string) => boolean])[] = [
    ['email', (cell) => mail.test(cell)],
    ['number', looksLikeNumber],
    ['name', (cell) => /\p{L}{2}/u.test(cell) && !mail.test(cell)],
  ];
  for (const [use, fits] of byContent) {
    if (assigned.has(use)) continue;
    const isFree = (at: number): boolean => uses[at] === 'ignore' || uses[at]?.startsWith('extra:') === true;
    const column = uses.findIndex((_, at) => isFree(at) && mostly(at, fits));
    if (column !== -1) assign(column, use);
  }
  return uses;
}
