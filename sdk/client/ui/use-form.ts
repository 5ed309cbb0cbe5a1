import { useState } from 'react';
import { isSameValue } from '../../shared/same-value.ts';
import type { ApiError } from '../index.ts';

type Fields = Readonly<Record<string, unknown>>;

/** A field that another person changed as well, to another value. */
export interface FormConflict {
  /** The field's name on the server. */
  field: string;
  /** Name of the other person; undefined if unknown. */
  by: string | undefined;
  mine: unknown;
  theirs: unknown;
  /** Undefined until the person decides. */
  choice: 'mine' | 'theirs' | undefined;
}

/** The part of a form that `FormDialog` uses. */
export interface FormState {
  /** True if there are unsaved changes. */
  isDirty: boolean;
  conflicts: readonly FormConflict[];
  choose(field: string, choice: 'mine' | 'theirs'): void;
  /**
   * Merges the changes of other people. Returns true if conflicting fields are to be decided, false for other errors.
   */
  mergeConflict(error: ApiError): boolean;
  /** All values of the form, by field name. */
  filled: Fields;
  /** Formats a value as text, for a choice between two. */
  show?: (field: string, value: unknown) => string | undefined;
}

export interface Form<V extends object> extends FormState {
  values: V;
  change(part: Partial<V>): void;
  /** Values of sections of other plugins, by field name. */
  added: Fields;
  /**
   * Sets a value of such a section. `known` is its initial value, so that a change that another person saved meanwhile
   * is not overwritten.
   */
  add(field: string, value: unknown, known?: unknown): void;
  /**
   * Returns the body to send: for a new row everything, otherwise only the changed fields, with their former values in
   * `known`. The server merges it by `mergeEdit`.
   */
  body(): Record<string, unknown>;
}

export interface FormOptions<R extends object, V extends object> {
  /** The row to edit; absent: a new one. Its values when the form opens are the initial ones. */
  row: R | undefined;
  /** Returns the form's values, as typed, for a row or a new one. Its keys are the server's field names. */
  valuesOf(row: R | undefined): V;
  /** Converts the values for sending: numbers as numbers, trimmed. Absent: unchanged. */
  bodyOf?(values: V, row: R | undefined): Record<string, unknown>;
  /** Formats a value of a field that is no text, number or switch: a week's hours, the name of an id. */
  show?(field: string, value: unknown): string | undefined;
}

interface FormContent<R, V> {
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
 * The state of a form: its values, whether they changed, the body to send, and the resolution of concurrent changes.
 * Pass it to `FormDialog` as `form`.
 * @example
 * const form = useForm({ row: supplier, valuesOf: (row) => ({ name: row?.name ?? '' }) });
 * const submit = () => (supplier ? api.put(`/suppliers/${supplier.id}`, form.body()) : api.post('/suppliers', form.body()));
 */
export function useForm<R extends object, V extends object>(options: FormOptions<R, V>): Form<V> {
  const { valuesOf, bodyOf = (values: V) => ({ ...values }) as Record<string, unknown>, show } = options;
  const [held, setHeld] = useState<FormContent<R, V>>(() => {
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

  const mergeConflict = ({ code, context }: ApiError): boolean => {
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
    mergeConflict,
    filled: { ...values, ...added },
    ...(show && { show }),
  };
}

/** Files are compared by identity, because JSON would find all files equal. */
const isUnchanged = (value: unknown, began: object, name: string): boolean =>
  value instanceof Blob ? value === (began as Fields)[name] : isSameValue(value, (began as Fields)[name]);
