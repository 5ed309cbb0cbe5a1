import { useCallback, useState } from 'react';
import { Button, makeStyles } from '@fluentui/react-components';
import { Add20Regular, Chat20Regular, Delete20Regular, Edit20Regular } from '@fluentui/react-icons';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { PartBoundary, api, lazyPart, useErrorText, useSession, useT, useToasts } from '@balcao/sdk/client';
import { Bar, ConfirmDialog, IconButton, ListPage, type DataColumn } from '@balcao/sdk/ui';
import type { Contact } from '../contract.ts';
import { useContactColumns } from './contact-columns.tsx';
import { isMasked } from './contact-row.ts';
import { ContactDialog } from './ContactDialog.tsx';
import { ContactsMenu } from './ContactsMenu.tsx';
import { OpenedContact } from './OpenedContact.tsx';
import { deleteContacts } from './delete-contacts.ts';
import { SelectionBar } from './SelectionBar.tsx';
import { useContacts } from './useContacts.ts';
import { useConversation } from './useConversation.ts';
import { usePageActions } from './usePageActions.tsx';
import { useRowActions } from './useRowActions.tsx';

const MergeDialog = lazyPart(() => import('./merge/MergeDialog.tsx'));
const DuplicatesDialog = lazyPart(() => import('./merge/DuplicatesDialog.tsx'));
const ConnectionImportDialog = lazyPart(() => import('./import/ConnectionImportDialog.tsx'));

const useStyles = makeStyles({ actions: { display: 'inline-flex', gap: '2px', whiteSpace: 'nowrap' } });

/** The page of contacts. `?contact=12` and `?contact=new` open the form. */
export default function ContactsPage() {
  const t = useT();
  const styles = useStyles();
  const toasts = useToasts();
  const navigate = useNavigate();
  const errorText = useErrorText();
  const { can } = useSession();
  const [address, setAddress] = useSearchParams();
  const [term, setTerm] = useState('');
  const [toDelete, setToDelete] = useState<readonly Contact[]>([]);
  const [refusal, setRefusal] = useState<string>();
  const { contacts, count, error, isLoading, hasMore, more, refetch } = useContacts(term);
  const columns = useContactColumns();
  const added = useRowActions();
  const pageActions = usePageActions(term, count);
  const openConversation = useConversation();
  const mayDelete = can('contacts-page:deleteContact');
  const mayMerge = can('contacts-page:mergeContacts');
  const [ticked, setTicked] = useState<readonly Contact[]>([]);
  const [merging, setMerging] = useState<readonly [number, number]>();
  const [openDialog, setOpenDialog] = useState<'duplicates' | 'connection'>();
  const opened = address.get('contact');

  const open = useCallback(
    (contact: string | undefined) =>
      setAddress(
        (previous) => {
          const next = new URLSearchParams(previous);
          if (contact) next.set('contact', contact);
          else next.delete('contact');
          return next;
        },
        { replace: true },
      ),
    [setAddress],
  );
  const askToDelete = (selected: readonly Contact[]): void => {
    setRefusal(undefined);
    setToDelete(selected);
  };
  const tick = (rows: readonly Contact[], isTicked: boolean): void =>
    setTicked((previous) => [
      ...previous.filter(({ id }) => !rows.some((row) => row.id === id)),
      ...(isTicked ? rows : []),
    ]);
  const remove = async (selected: readonly Contact[]): Promise<void> => {
    const { deleted, kept, left, fault } = await deleteContacts(selected, (id) => api.delete(`/contacts/${id}`));
    if (deleted.length > 0)
      toasts.success(selected.length === 1 ? t('delete.done') : t('delete.doneSeveral', { count: deleted.length }));
    if (kept.length > 0) toasts.info(t('delete.kept', { count: kept.length }));
    // The reason replaces the question, since the contact cannot be deleted.
    if (left.length > 0) setRefusal(errorText(fault));
    setToDelete(left);
    tick(deleted, false);
    await refetch();
  };
  const close = useCallback(() => open(undefined), [open]);
  const openOne = useCallback((id: number) => open(String(id)), [open]);
  const merge = ([one, other]: readonly Contact[]): void => {
    if (one && other) setMerging([one.id, other.id]);
  };

  const actions: DataColumn<Contact> = {
    id: 'actions',
    header: t('list.actions'),
    hiddenHeader: true,
    align: 'end',
    width: added.hasAny ? 168 : 132,
    touch: 'actions',
    cell: (contact) => (
      <span className={styles.actions}>
        {openConversation && (
          <IconButton
            icon={<Chat20Regular />}
            label={t('action.talk', { name: contact.name })}
            onClick={() => openConversation(contact.id)}
          />
        )}
        <IconButton
          icon={<Edit20Regular />}
          label={t('action.edit', { name: contact.name })}
          onClick={() => openOne(contact.id)}
        />
        {mayDelete && (
          <IconButton
            icon={<Delete20Regular />}
            label={t('action.delete', { name: contact.name })}
            onClick={() => askToDelete([contact])}
          />
        )}
        {added.menu(contact)}
      </span>
    ),
  };

  return (
    <ListPage
      title={t('page.title')}
      count={count}
      search={{ term, onSearch: setTerm, placeholder: t('list.search') }}
      add={
        <Button appearance="primary" icon={<Add20Regular />} onClick={() => open('new')}>
          {t('action.add')}
        </Button>
      }
      actions={
        <ContactsMenu
          term={term}
          mayImport={!contacts.some(({ number }) => isMasked(number))}
          onImportConnection={() => setOpenDialog('connection')}
          onDuplicates={() => setOpenDialog('duplicates')}
          added={pageActions}
        />
      }
      above={
        ticked.length > 0 && (
          <SelectionBar
            names={ticked.map(({ name }) => name)}
            onMerge={mayMerge ? () => merge(ticked) : undefined}
            onDelete={mayDelete ? () => askToDelete(ticked) : undefined}
            onClear={() => setTicked([])}
          />
        )
      }
      error={error}
      onRetry={() => void refetch()}
      empty={{
        title: t('list.empty'),
        text: t('list.emptyText'),
        secondary: <Button onClick={() => void navigate('/contacts/import')}>{t('import.fromFile')}</Button>,
      }}
      notFound={{ title: t('list.none', { term }), text: t('list.noneText') }}
      columns={[...columns, actions]}
      rows={contacts}
      rowKey={({ id }) => id}
      onRowClick={({ id }) => openOne(id)}
      selection={
        mayMerge || mayDelete
          ? { isTicked: ({ id }) => ticked.some((one) => one.id === id), tick, nameOf: ({ name }) => name }
          : undefined
      }
      loading={isLoading}
      hasMore={hasMore}
      onMore={more}
    >
      {added.dialog}
      {pageActions.dialog}
      {opened === 'new' && <ContactDialog onClose={close} onOpen={openOne} />}
      {Number(opened) > 0 && <OpenedContact id={Number(opened)} onClose={close} onOpen={openOne} />}
      {(merging || openDialog) && (
        <PartBoundary>
          {merging ? (
            <MergeDialog
              ids={merging}
              onClose={() => setMerging(undefined)}
              onMerged={() => {
                setMerging(undefined);
                setTicked([]);
                void refetch();
              }}
            />
          ) : (
            openDialog === 'duplicates' && (
              <DuplicatesDialog onClose={() => setOpenDialog(undefined)} onMerge={setMerging} />
            )
          )}
          {openDialog === 'connection' && <ConnectionImportDialog onClose={() => setOpenDialog(undefined)} />}
        </PartBoundary>
      )}
      {toDelete.length > 0 && (
        <ConfirmDialog
          open
          title={
            toDelete.length === 1
              ? t('delete.title', { name: toDelete[0]?.name })
              : t('delete.several', { count: toDelete.length })
          }
          text={
            refusal ? <Bar tone="bad">{refusal}</Bar> : t(toDelete.length === 1 ? 'delete.text' : 'delete.severalText')
          }
          confirmLabel={t(toDelete.length === 1 ? 'delete.confirm' : 'delete.confirmSeveral')}
          onClose={() => askToDelete([])}
          onConfirm={() => remove(toDelete)}
        />
      )}
    </ListPage>
  );
}
