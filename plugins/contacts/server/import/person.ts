import type { ImportMapping } from '../../import-columns.ts';
import { numberOf } from '../../import-number.ts';

/** A row as a validated contact, ready to be stored. */
export interface Person {
  name: string;
  number: string;
  email: string;
  origin: string;
  extra: { name: string; value: string }[];
}
export interface Refusal {
  field: string;
  value: string;
  /** Last part of the locale key, under `import.reason`. */
  reason: 'required' | 'nameShort' | 'nameLong' | 'numberShort' | 'numberLong' | 'email' | 'long';
}

const mail = /^[^\s@]+@[^\s@]+\.[^\s@]{2,}$/;
/** Reads a row’s contact under these columns, or returns its first fault. */
export function personOf(
  cells: readonly string[],
  { columns, countryCode }: ImportMapping,
  origins: readonly string[],
): Person | Refusal {
  const person: Person = { name: '', number: '', email: '', origin: '', extra: [] };
  let written = '';
  for (const [column, use] of columns.entries()) {
    const cell = cells[column] ?? '';
    if (cell === '' || use === 'ignore') continue;
    if (use === 'number') {
      written = cell;
      person.number = numberOf(cell, countryCode);
    } else if (use === 'name' || use === 'email' || use === 'origin') person[use] = cell;
    else {
      const name = use.slice('extra:'.length);
      if (cell.length > 2000) return { field: name, value: cell.slice(0, 100).toWellFormed(), reason: 'long' };
      person.extra.push({ name, value: cell });
    }
  }
  const { name, number, email, origin } = person;
  const refusal = (field: string, value: string, reason: Refusal['reason']): Refusal => ({
    field,
    value: value.slice(0, 200).toWellFormed(),
    reason,
  });
  if (name === '') return refusal('name', name, 'required');
  if (name.length < 2) return refusal('name', name, 'nameShort');
  if (name.length > 50) return refusal('name', name, 'nameLong');
  if (number.length < 8) return refusal('number', written, 'numberShort');
  if (number.length > 50) return refusal('number', written, 'numberLong');
  if (email !== '' && (!mail.test(email) || email.length > 254)) return refusal('email', email, 'email');
  if (origin.length > 100) return refusal('origin', origin, 'long');
  person.origin = origins.find((one) => one.toLocaleLowerCase() === origin.toLocaleLowerCase()) ?? origin;
  return person;
}

export const isRefusal = (found: Person | Refusal): found is Refusal => 'reason' in found;
