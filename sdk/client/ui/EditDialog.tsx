import type { ReactNode } from 'react';
import { api, useT, useToasts } from '../index.ts';
import { FormDialog } from './FormDialog.tsx';
import { useForm } from './use-form.ts';
import type { Listed } from './use-pages.ts';

export interface EditDialogProps<V extends object> {
  /** The list that the row belongs to: its path, and its refresh after saving. */
  list: Pick<Listed<unknown>, 'path' | 'renew'>;
  /** The row to edit; absent: a new one. */
  row: (V & { readonly id: number | string }) | undefined;
  /** Initial values of a new row. Only fields named here are sent; of an existing row only the changed ones. */
  blank: V;
  title: string;
  /** Message after saving. */
  saved: string;
  /** Message after a failure, besides the reason in the dialog. */
  failed?: string;
  /** In px; 520 if absent. */
  width?: number;
  onClose(): void;
  /** Renders the fields: a `FormRow` each, under the server's field names. */
  children(values: V, change: (part: Partial<V>) => void): ReactNode;
}

/**
 * The dialog that adds or edits a row of an `EditableList`: POST to its path, or PUT to `path/id`, which the server
 * parses by `editOf` and merges by `mergeEdit`.
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
