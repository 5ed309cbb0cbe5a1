import type { ExtraInfo } from './contact-row.ts';

export interface ContactValues {
  name: string;
  number: string;
  email: string;
  extraInfo: ExtraInfo[];
}
export type ContactFault = 'required' | 'nameShort' | 'nameLong' | 'numberShort' | 'numberLong' | 'email' | 'extra';

const mail = /^[^\s@]+@[^\s@]+\.[^\s@]{2,}$/;

/** Returns the digits of a number: people paste numbers with blanks, brackets and dashes. */
export const digitsOf = (text: string): string => text.replace(/\D/g, '');

/** Returns the lines that are not empty. */
export const filledLines = (lines: readonly ExtraInfo[]): ExtraInfo[] =>
  lines
    .map(({ id, name, value }) => ({ ...(id === undefined ? {} : { id }), name: name.trim(), value: value.trim() }))
    .filter(({ name, value }) => name !== '' || value !== '');

/**
 * Returns the faults of a contact’s fields as locale keys under `fault`. With `asksNumber` false the number is not
 * checked, because it is masked or the contact has none.
 */
export function contactFaults(values: ContactValues, asksNumber: boolean): Record<string, ContactFault> {
  const name = values.name.trim();
  const digits = digitsOf(values.number).length;
  const email = values.email.trim();
  const found: Record<string, ContactFault | undefined> = {
    name: name === '' ? 'required' : name.length < 2 ? 'nameShort' : name.length > 50 ? 'nameLong' : undefined,
    number: !asksNumber ? undefined : digits < 8 ? 'numberShort' : digits > 50 ? 'numberLong' : undefined,
    email: email !== '' && !mail.test(email) ? 'email' : undefined,
    extraInfo: filledLines(values.extraInfo).some((line) => line.name === '' || line.value === '')
      ? 'extra'
      : undefined,
  };
  return Object.fromEntries(
    Object.entries(found).filter((entry): entry is [string, ContactFault] => entry[1] !== undefined),
  );
}

const contentOf = (lines: readonly ExtraInfo[]): string =>
  JSON.stringify(lines.map(({ id, name, value }) => [id, name, value]));

/** Applies the changes that were made in the form to the lines as they are stored now. */
export function mergeLines(
  mine: readonly ExtraInfo[],
  opened: readonly ExtraInfo[],
  now: readonly ExtraInfo[],
): ExtraInfo[] {
  const findLine = (lines: readonly ExtraInfo[], line: ExtraInfo): ExtraInfo | undefined =>
    lines.find(({ id }) => id !== undefined && id === line.id);
  const merged = mine.flatMap((line) => {
    const original = findLine(opened, line);
    return original && contentOf([original]) === contentOf([line]) ? (findLine(now, line) ?? []) : [line];
  });
  return [
    ...merged.filter(({ id }) => id !== undefined),
    ...now.filter((line) => !findLine(opened, line)),
    ...merged.filter(({ id }) => id === undefined),
  ];
}
