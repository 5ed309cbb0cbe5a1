/** The columns of a spreadsheet that is imported into a list, for server and client. */
import { numberOfCell } from '@balcao/contacts/contract';

export type ListColumnUse = 'name' | 'number' | 'email' | 'ignore' | `variable:${string}`;

export interface ListMapping {
  /** One entry per column; missing ones are ignored. */
  columns: ListColumnUse[];
  hasHeader: boolean;
  /** Prefix for Brazilian numbers without one, `55`; '' leaves numbers as they are. */
  countryCode: string;
}

/** Variables that every message has. */
const reserved = new Set(['nome', 'numero', 'name', 'number']);

/** Returns the name of the variable for a column, as it is written in messages: `{beneficio}`; '' if there is none. */
export const variableName = (title: string): string => {
  const name = title
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '')
    .slice(0, 40);
  return reserved.has(name) ? '' : name;
};

/** A row as a valid person, ready to be stored. */
export interface Person {
  name: string;
  number: string;
  email: string;
  variables: Record<string, string>;
  /** The change that was made: the country code was added, or a wrong e-mail address left out. */
  note?: 'countryCode' | 'email';
}
export interface Refusal {
  field: 'name' | 'number';
  /** Last part of the locale key, under `reason`. */
  note: 'required' | 'nameShort' | 'nameLong' | 'numberShort' | 'numberLong';
}

const mail = /^[^\s@]+@[^\s@]+\.[^\s@]{2,}$/;

/** Reads a row’s person under these columns, or returns its first fault. A wrong e-mail address is left out. */
export function personOf(cells: readonly string[], { columns, countryCode }: ListMapping): Person | Refusal {
  const person: Person = { name: '', number: '', email: '', variables: {} };
  for (const [column, use] of columns.entries()) {
    const cell = cells[column] ?? '';
    if (cell === '' || use === 'ignore') continue;
    if (use === 'number') {
      person.number = numberOfCell(cell, countryCode);
      if (person.number !== numberOfCell(cell, '')) person.note = 'countryCode';
    } else if (use === 'name') person.name = cell;
    else if (use === 'email') person.email = cell;
    else person.variables[use.slice('variable:'.length)] = cell.slice(0, 2000).toWellFormed();
  }
  const { name, number, email } = person;
  if (name === '') return { field: 'name', note: 'required' };
  if (name.length < 2) return { field: 'name', note: 'nameShort' };
  if (name.length > 50) return { field: 'name', note: 'nameLong' };
  if (number.length < 8) return { field: 'number', note: number === '' ? 'required' : 'numberShort' };
  if (number.length > 50) return { field: 'number', note: 'numberLong' };
  if (email !== '' && (!mail.test(email) || email.length > 254)) {
    person.email = '';
    person.note = 'email';
  }
  return person;
}

export const isRefusal = (found: Person | Refusal): found is Refusal => 'field' in found;
