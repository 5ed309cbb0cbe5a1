import { createContext, useContext, useEffect } from 'react';

export interface FormErrors {
  /** Field name → what is wrong with it, already in words. */
  fields: Readonly<Record<string, string>>;
  /** The words for one field, or undefined. */
  of(name: string): string | undefined;
  /** What stands in the field is another now: it is not known to be wrong any more. */
  changed(name: string): void;
}

const none: FormErrors = { fields: {}, of: () => undefined, changed: () => undefined };

export const FormErrorsContext = createContext<FormErrors>(none);

/** What the server found wrong with the fields of the surrounding `FormDialog`. */
export const useFormErrors = (): FormErrors => useContext(FormErrorsContext);

/** Whether labels stand above their controls (dialogs) or beside them (pages). */
export const FormLayoutContext = createContext<'row' | 'stack'>('row');

/** What the fields of the surrounding form are called on the screen, those of a tab that was left among them. */
export const FormLabelsContext = createContext<Map<string, string> | undefined>(undefined);

/** Tells the form what a field is called, where no `FormRow` does: for the question which of two values counts. */
export function useFieldLabel(name: string | undefined, label: string): void {
  const labels = useContext(FormLabelsContext);
  useEffect(() => {
    if (name !== undefined) labels?.set(name, label);
  }, [labels, name, label]);
}

/** Where a control says by itself what is wrong with what was typed in it. */
export const RowFaultContext = createContext<((why: string | undefined) => void) | undefined>(undefined);

/** Tells the surrounding `FormRow` what is wrong with its control, in words; undefined as a whole: there is no row. */
export const useRowFault = (): ((why: string | undefined) => void) | undefined => useContext(RowFaultContext);
