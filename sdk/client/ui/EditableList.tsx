import { useRef, useState, type ReactElement, type ReactNode } from 'react';
import { Button, makeStyles } from '@fluentui/react-components';
import { Add20Regular, Delete20Regular, Edit20Regular } from '@fluentui/react-icons';
import { useSearchParams } from 'react-router-dom';
import { useT } from '../index.ts';
import { ConfirmDialog } from './ConfirmDialog.tsx';
import type { DataColumn } from './DataTable.tsx';
import { IconButton } from './IconButton.tsx';
import { ListPage, type ListPageProps } from './ListPage.tsx';
import type { Listed } from './use-pages.ts';
import { useRemoval, type Removal } from './use-removal.ts';

/** A button of a row. */
export interface RowAction {
  icon: ReactElement;
  /** Name of the button, including the row: 'Editar Urgente'. */
  label: string;
  /** Disables the button; the label then gives the reason. */
  disabled?: boolean;
  onClick(): void;
}

export interface EditableListProps<T> extends Pick<
  ListPageProps<T>,
  | 'title'
  | 'within'
  | 'subtitle'
  | 'actions'
  | 'above'
  | 'columns'
  | 'rowHeight'
  | 'rowTone'
  | 'empty'
  | 'notFound'
  | 'failed'
> {
  list: Listed<T>;
  /** Returns the name of a row for its buttons. */
  nameOf(row: T): string;
  /** Placeholder of the search field; absent if the list cannot be searched. */
  search?: string | undefined;
  /** Label of the button that adds a row; absent if the person may not. `?new=1` in the address presses it. */
  add?: string | undefined;
  /** Renders the dialog for a new row (`undefined`) or an existing one; often an `EditDialog`. */
  form(row: T | undefined, close: () => void): ReactNode;
  /**
   * Returns whether a row can be edited: false omits the button, a text disables it with the reason. Absent: every row.
   */
  edit?(row: T): boolean | string;
  /** Returns how a row is removed: undefined omits the button, a text disables it with the reason. */
  removal?(row: T): Removal | string | undefined;
  /** Additional buttons of a row, before those two. */
  rowActions?(row: T): readonly RowAction[];
  /** Dialogs of those buttons. */
  children?: ReactNode;
}

const useStyles = makeStyles({ actions: { display: 'inline-flex', gap: '2px', whiteSpace: 'nowrap' } });

/**
 * A page or tab that lists items which people add, edit and remove: search, table, dialogs, empty and error states.
 * Rows are cards under 600 px; everything can be done by keyboard.
 * @example
 * const ideas = usePages<Idea>('/ideas');
 * <EditableList
 *   title={t('page.title')}
 *   list={ideas}
 *   columns={[{ id: 'text', header: t('field.text'), touch: 'title', cell: ({ text }) => text }]}
 *   nameOf={({ text }) => text}
 *   search={t('list.search')}
 *   add={t('form.add')}
 *   empty={{ title: t('list.none'), text: t('list.noneText') }}
 *   form={(idea, close) => <IdeaDialog idea={idea} list={ideas} onClose={close} />}
 *   removal={(idea) => ({ done: t('delete.done'), undo: () => api.post('/ideas', { text: idea.text }) })}
 * />
 */
export function EditableList<T extends { readonly id: number | string }>(props: EditableListProps<T>) {
  const { list, nameOf, search, add, form, edit, removal, rowActions, children, columns, ...page } = props;
  const t = useT('shell');
  const styles = useStyles();
  const [address, setAddress] = useSearchParams();
  const [edited, setEdited] = useState<T>();
  const addButton = useRef<HTMLButtonElement>(null);
  const { asked, remove, confirm, dismiss } = useRemoval(list, addButton);

  const isAdding = add !== undefined && address.has('new');
  const setAdding = (isOn: boolean): void =>
    setAddress(
      (before) => {
        if (isOn) before.set('new', '1');
        else before.delete('new');
        return before;
      },
      { replace: true },
    );
  const close = (): void => {
    setEdited(undefined);
    if (isAdding) setAdding(false);
  };

  const actionsOf = (row: T): RowAction[] => {
    const name = nameOf(row);
    const may = edit?.(row) ?? true;
    const how = removal?.(row);
    const actions = [...(rowActions?.(row) ?? [])];
    if (may !== false)
      actions.push({
        icon: <Edit20Regular />,
        label: may === true ? t('ui.edit', { name }) : may,
        disabled: may !== true,
        onClick: () => setEdited(row),
      });
    if (typeof how === 'string')
      actions.push({ icon: <Delete20Regular />, label: how, disabled: true, onClick: () => undefined });
    else if (how)
      actions.push({
        icon: <Delete20Regular />,
        label: how.label ?? t('ui.delete', { name }),
        onClick: () => remove(row, how),
      });
    return actions;
  };
  const maxActions = Math.max(0, ...list.rows.map((row) => actionsOf(row).length));
  const withActions: DataColumn<T>[] = [
    ...columns,
    {
      id: 'actions',
      header: t('ui.actions'),
      hiddenHeader: true,
      align: 'end',
      width: 24 + maxActions * 36,
      touch: 'actions',
      cell: (row) => (
        <span className={styles.actions}>
          {actionsOf(row).map(({ icon, label, disabled = false, onClick }, at) => (
            <IconButton
              key={at}
              icon={icon}
              label={label}
              disabledFocusable={disabled}
              onClick={() => !disabled && onClick()}
            />
          ))}
        </span>
      ),
    },
  ];
  const { term = '', search: find } = list;

  return (
    <ListPage
      {...page}
      count={list.count}
      {...(search !== undefined && find && { search: { term, onSearch: find, placeholder: search } })}
      {...(add !== undefined && {
        add: (
          <Button ref={addButton} appearance="primary" icon={<Add20Regular />} onClick={() => setAdding(true)}>
            {add}
          </Button>
        ),
      })}
      error={list.error}
      onRetry={() => void list.renew()}
      columns={withActions}
      rows={list.rows}
      rowKey={({ id }) => id}
      {...(!edit && { onRowClick: setEdited })}
      loading={list.loading}
      hasMore={list.hasMore ?? false}
      onMore={() => list.more?.()}
    >
      {(edited ?? isAdding) && form(edited, close)}
      {asked && (
        <ConfirmDialog
          open
          title={asked.title}
          text={asked.text}
          confirmLabel={asked.verb}
          onClose={dismiss}
          onConfirm={confirm}
        />
      )}
      {children}
    </ListPage>
  );
}
