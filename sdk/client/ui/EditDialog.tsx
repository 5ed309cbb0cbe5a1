import type { ReactNode } from 'react';
import { api, useT, useToasts } from '../index.ts';
import { FormDialog } from './FormDialog.tsx';
import { useForm } from './use-form.ts';
import type { Listed } from './use-pages.ts';

export interface EditDialogProps<V extends object> {
  /** Where it is stored, and what shows it afterwards. */
  list: Pick<Listed<unknown>, 'path' | 'renew'>;
  /** What is changed; absent: a new one. */
  row: (V & { readonly id: number | string }) | undefined;
  /** What a new one begins with. Only fields named here are sent; of a row only those that were changed. */
  blank: V;
  title: string;
  /** Told when it is stored. */
  saved: string;
  /** Told when it is not, besides the reason in the dialog. */
  failed?: string;
  /** px; 520. */
  width?: number;
  onClose(): void;
  /** The fields: a `FormRow` each, with the names that the server calls them by. */
  children(values: V, change: (part: Partial<V>) => void): ReactNode;
}

/**
 * The dialog in which a row of an `EditableList` is added or changed: POST to its path, or PUT to `path/id`, which the
 * server reads by `editOf` and merges by `mergeEdit`.
 */
export function EditDialog<V extends object>(props: EditDialogProps<V>) {
  const { list, row, blank, title, saved, failed, width, onClose, children } = props;
  const t = useT('shell');
  const toasts = useToasts();
  const form = useForm<V & { readonly id: number | string }, V>({
    row,
    valuesOf: (of) => {
      const names = Object.keys(blank) as (keyof V)[];
      return Object.fromEntries(names.map((name) => [name, (of ?? blank)[name]])) as V;
    },
  });
  const submit = async (): Promise<void> => {
    try {
      await (row ? api.put(`${list.path}/${row.id}`, form.body()) : api.post(list.path, form.body()));
    } catch (error) {
      if (failed !== undefined) toasts.error(failed);
      throw error;
    }
    await list.renew();
    toasts.success(saved);
    onClose();
  };
  return (
    <FormDialog
      open
      title={title}
      submitLabel={t(row ? 'ui.save' : 'ui.add')}
      {...(width !== undefined && { width })}
      onSubmit={submit}
      onClose={onClose}
      form={form}
    >
      {children(form.values, form.change)}
    </FormDialog>
  );
}
