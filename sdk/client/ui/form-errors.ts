import { createContext, useContext, useEffect } from 'react';

export interface FormErrors {
  /** Field name → its translated error. */
  fields: Readonly<Record<string, string>>;
  /** Returns the error of one field, or undefined. */
  of(name: string): string | undefined;
  /** Clears the error of a field whose value changed. */
  changed(name: string): void;
}

const none: FormErrors = { fields: {}, of: () => undefined, changed: () => undefined };

export const FormErrorsContext = createContext<FormErrors>(none);

/** Returns the server's errors for the fields of the surrounding `FormDialog`. */
export const useFormErrors = (): FormErrors => useContext(FormErrorsContext);

/** Layout of labels: above their controls (dialogs) or beside them (pages). */
export const FormLayoutContext = createContext<'row' | 'stack'>('row');

/** Displayed names of the fields of the surrounding form, including fields of hidden tabs. */
export const FormLabelsContext = createContext<Map<string, string> | undefined>(undefined);

/** Registers the displayed name of a field that has no `FormRow`, for the question about conflicting values. */
export function useFieldLabel(name: string | undefined, label: string): void {
  const labels = useContext(FormLabelsContext);
  useEffect(() => {
    if (name !== undefined) labels?.set(name, label);
  }, [labels, name, label]);
}

/** Lets a control report an error in its typed text. */
export const RowFaultContext = createContext<((why: string | undefined) => void) | undefined>(undefined);

/**
 * Returns the function that reports an error of the control to the surrounding `FormRow`, as a displayed text;
 * undefined if there is no row.
 */
export const useRowFault = (): ((why: string | undefined) => void) | undefined => useContext(RowFaultContext);
