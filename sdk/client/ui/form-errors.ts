import { createContext, useContext } from 'react';

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
