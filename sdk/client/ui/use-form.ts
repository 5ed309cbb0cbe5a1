import { useState } from 'react';
import { isSameValue } from '../../shared/same-value.ts';
import type { ApiError } from '../index.ts';

type Fields = Readonly<Record<string, unknown>>;

/** A field that somebody else changed as well, to another value. */
export interface FormConflict {
  /** Its name on the server. */
  field: string;
  /** Who did; undefined: not known. */
  by: string | undefined;
  mine: unknown;
  theirs: unknown;
  /** Undefined: not decided yet. */
  choice: 'mine' | 'theirs' | undefined;
}

/** What a `FormDialog` has to know of its form. */
export interface FormState {
  /** Something was changed that is not saved. */
  isDirty: boolean;
  conflicts: readonly FormConflict[];
  choose(field: string, choice: 'mine' | 'theirs'): void;
  /** Takes over what others changed; true: there are fields to decide on. False: the error is of another kind. */
  meet(error: ApiError): boolean;
  /** Everything that the form holds, by the names of its fields. */
  filled: Fields;
  /** A value in words, for a person who has to choose between two. */
  show?: (field: string, value: unknown) => string | undefined;
}

export interface Form<V extends object> extends FormState {
  values: V;
  change(part: Partial<V>): void;
  /** What sections of other plugins hold, by the names of their fields. */
  added: Fields;
  /** `known`: what the section began with, so that it is not saved over what somebody else saved meanwhile. */
  add(field: string, value: unknown, known?: unknown): void;
  /**
   * What is sent. Of a new row everything; else only fields that were changed, with what they were before in `known`.
   * The server merges it by `mergeEdit`.
   */
  body(): Record<string, unknown>;
}

export interface FormOptions<R extends object, V extends object> {
  /** What is changed; absent: a new one. It counts as it is when the form opens. */
  row: R | undefined;
  /** What the form holds, as typed: of a row, or of a new one. Its keys are the server's names of the fields. */
  valuesOf(row: R | undefined): V;
  /** The same as it is sent: numbers as numbers, trimmed. Absent: as it is held. */
  bodyOf?(values: V, row: R | undefined): Record<string, unknown>;
  /** A value of a field in words, where it is no text, number or switch: a week's hours, the name of an id. */
  show?(field: string, value: unknown): string | undefined;
}

interface Held<R, V> {
  base: R | undefined;
  began: V;
  values: V;
  added: Fields;
  known: Fields;
  conflicts: readonly FormConflict[];
}

const textFields = (value: unknown): Readonly<Record<string, string | null>> =>
  typeof value === 'object' && value !== null ? (value as Record<string, string | null>) : {};

/**
 * The state of a form: what it holds, whether that was changed, what to send of it, and what to do when somebody else
 * changed the same. Hand it to `FormDialog` as `form`.
 * @example
 * const form = useForm({ row: supplier, valuesOf: (row) => ({ name: row?.name ?? '' }) });
 * const submit = () => (supplier ? api.put(`/suppliers/${supplier.id}`, form.body()) : api.post('/suppliers', form.body()));
 */
export function useForm<R extends object, V extends object>(options: FormOptions<R, V>): Form<V> {
  const { valuesOf, bodyOf = (values: V) => ({ ...values }) as Record<string, unknown>, show } = options;
  const [held, setHeld] = useState<Held<R, V>>(() => {
    const began = valuesOf(options.row);
    return { base: options.row, began, values: began, added: {}, known: {}, conflicts: [] };
  });
  const { base, began, values, added, known, conflicts } = held;

  const body = (): Record<string, unknown> => {
    const now = bodyOf(values, base);
    if (!base) return { ...added, ...now };
    const before = bodyOf(began, base);
    const changed = Object.keys(now).filter((name) => !isSameValue(now[name], before[name]));
    const pick = (from: Fields, names: readonly string[]): Fields =>
      Object.fromEntries(names.filter((name) => from[name] !== undefined).map((name) => [name, from[name]]));
    return {
      ...added,
      ...pick(now, changed),
      known: { ...pick(known, Object.keys(added)), ...pick(before, changed) },
    };
  };

  const meet = ({ code, context }: ApiError): boolean => {
    if (code !== 'ERR_CHANGED_MEANWHILE' || !base) return false;
    const row = { ...base, ...(context['row'] as Partial<R> | undefined) };
    const theirs = valuesOf(row);
    const merged = Object.fromEntries(
      Object.entries(values).map(([name, value]) => [
        name,
        isSameValue(value, (began as Fields)[name]) ? (theirs as Fields)[name] : value,
      ]),
    ) as V;
    const found = Object.entries(textFields(context['fields'])).map(([field, by]): FormConflict => ({
      field,
      by: by ?? undefined,
      mine: field in values ? (values as Fields)[field] : added[field],
      theirs: field in theirs ? (theirs as Fields)[field] : (row as Fields)[field],
      choice: undefined,
    }));
    setHeld({
      base: row,
      began: theirs,
      values: merged,
      added,
      known: { ...known, ...(context['row'] as Fields | undefined) },
      conflicts: found,
    });
    return found.length > 0;
  };

  const choose = (field: string, choice: 'mine' | 'theirs'): void =>
    setHeld((before) => {
      const conflict = before.conflicts.find((each) => each.field === field);
      if (!conflict) return before;
      const isOwn = field in before.values;
      const value = conflict[choice];
      const { [field]: _taken, ...others } = before.added;
      return {
        ...before,
        values: isOwn ? { ...before.values, [field]: value } : before.values,
        added: isOwn ? before.added : choice === 'mine' ? { ...others, [field]: value } : others,
        conflicts: before.conflicts.map((each) => (each.field === field ? { ...each, choice } : each)),
      };
    });

  return {
    values,
    change: (part) => setHeld((before) => ({ ...before, values: { ...before.values, ...part } })),
    added,
    add: (field, value, was) =>
      setHeld((before) => ({
        ...before,
        added: { ...before.added, [field]: value },
        known: field in before.known || was === undefined ? before.known : { ...before.known, [field]: was },
      })),
    body,
    isDirty:
      Object.entries(added).some(([name, value]) => !(name in known) || !isSameValue(value, known[name])) ||
      Object.entries(values).some(([name, value]) => !isUnchanged(value, began, name)),
    conflicts,
    choose,
    meet,
    filled: { ...values, ...added },
    ...(show && { show }),
  };
}

/** A file is itself and no other: JSON would find all files alike. */
const isUnchanged = (value: unknown, began: object, name: string): boolean =>
  value instanceof Blob ? value === (began as Fields)[name] : isSameValue(value, (began as Fields)[name]);
