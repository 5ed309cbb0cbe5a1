/** The unified number of court cases in Brazil (Res. CNJ 65/2008): 7 sequence, 2 check, 4 year, 1 branch, 2 court, 4 origin. */

const length = 20;
/** Numbers that a spreadsheet took for a number have lost their leading zeros. */
const shortestPadded = 18;
const groups = [7, 9, 13, 14, 16] as const;
const separators = ['-', '.', '.', '.', '.'] as const;

const states = 'ac al ap am ba ce df es go ma mt ms mg pa pb pr pe pi rj rn rs ro rr sc se sp to'.split(' ');

/** A court that a number names. */
export interface Court {
  /** `TRF3`, `TJSP`, `TRE-GO`. */
  name: string;
  /** Its name in the addresses of DataJud, `trf3`; null: the court is not in DataJud. */
  alias: string | null;
}

const between = (value: number, first: number, last: number): boolean => value >= first && value <= last;
const inDataJud = (alias: string): Court => ({
  alias,
  name: alias
    .toUpperCase()
    .replace(/^TJM(?=[MRS])/, 'TJM-')
    .replace('TRE-DFT', 'TRE-DF'),
});

/** Returns the court of a number by its branch of justice and court; undefined: there is none. */
export const courtOf = (cnj: string): Court | undefined => {
  const branch = Number(cnj.slice(13, 14));
  const court = Number(cnj.slice(14, 16));
  const state = states[court - 1];
  if (branch === 1 && court === 0) return { name: 'STF', alias: null };
  if (branch === 2 && court === 0) return { name: 'CNJ', alias: null };
  if (branch === 3 && court === 0) return inDataJud('stj');
  if (branch === 4 && between(court, 1, 6)) return inDataJud(`trf${court}`);
  if (branch === 5 && between(court, 0, 24)) return inDataJud(court === 0 ? 'tst' : `trt${court}`);
  if (branch === 6 && court === 0) return inDataJud('tse');
  if (branch === 6 && state !== undefined) return inDataJud(`tre-${state === 'df' ? 'dft' : state}`);
  if (branch === 7 && between(court, 0, 12)) return inDataJud('stm');
  if (branch === 8 && state !== undefined) return inDataJud(`tj${state === 'df' ? 'dft' : state}`);
  if (branch === 9 && (state === 'mg' || state === 'rs' || state === 'sp')) return inDataJud(`tjm${state}`);
  return undefined;
};

/** Returns the two check digits that belong to the other 18 (ISO 7064, mod 97-10). */
const checkDigits = (cnj: string): string =>
  String(98n - (BigInt(`${cnj.slice(0, 7)}${cnj.slice(9)}00`) % 97n)).padStart(2, '0');

const hasCheckDigits = (cnj: string): boolean => checkDigits(cnj) === cnj.slice(7, 9);

/** The meaning of a typed text as the number of a case. */
export type ReadCnj =
  | { state: 'empty' }
  /** Too few digits so far; `wanted` more are missing. */
  | { state: 'short'; wanted: number }
  | { state: 'long' }
  /** The check digits do not belong to the rest. */
  | { state: 'check' }
  /** No court has this number. */
  | { state: 'court' }
  /** `isPadded`: leading zeros were added, because without them it is no number. */
  | { state: 'valid'; cnj: string; court: Court; isPadded: boolean };

/** Reads a number in any form: with any separators, words around it, or without its leading zeros. */
export const readCnj = (text: string): ReadCnj => {
  const digits = text.replaceAll(/\D/g, '');
  if (digits === '') return { state: 'empty' };
  if (digits.length > length) return { state: 'long' };
  const cnj = digits.padStart(length, '0');
  const isPadded = digits.length < length;
  if (isPadded && (digits.length < shortestPadded || !hasCheckDigits(cnj) || !courtOf(cnj)))
    return { state: 'short', wanted: length - digits.length };
  if (!hasCheckDigits(cnj)) return { state: 'check' };
  const court = courtOf(cnj);
  return court ? { state: 'valid', cnj, court, isPadded } : { state: 'court' };
};

/** Returns the digits typed so far with the separators of the number: `0000832-35.2018.4.01.3202`. */
export const maskCnj = (text: string): string => {
  const digits = text.replaceAll(/\D/g, '').slice(0, length);
  return groups.reduceRight(
    (masked, at, index) =>
      digits.length > at ? `${masked.slice(0, at)}${separators[index]}${masked.slice(at)}` : masked,
    digits,
  );
};
