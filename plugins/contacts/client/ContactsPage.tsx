import { useCallback, useState } from 'react';
import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { Add20Regular, Chat20Regular, Delete20Regular, Edit20Regular } from '@fluentui/react-icons';
import { useSearchParams } from 'react-router-dom';
import { api, mediaUrl, useErrorText, useFormat, useSession, useT, useToasts, useViewport } from '@balcao/sdk/client';
import {
  Avatar,
  Bar,
  ConfirmDialog,
  DataTable,
  EmptyState,
  ErrorState,
  IconButton,
  Page,
  SearchBox,
  type DataColumn,
} from '@balcao/sdk/ui';
import type { Contact } from '../contract.ts';
import { ContactDialog } from './ContactDialog.tsx';
import { OpenedContact } from './OpenedContact.tsx';
import { useContacts } from './useContacts.ts';
import { useConversation } from './useConversation.ts';

const useStyles = makeStyles({
  person: { display: 'flex', alignItems: 'center', gap: '12px', minWidth: 0, fontWeight: tokens.fontWeightSemibold },
  number: { fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' },
  email: { display: 'block', maxWidth: '320px', overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  quiet: { color: tokens.colorNeutralForeground3 },
  actions: { display: 'inline-flex', gap: '2px', whiteSpace: 'nowrap' },
  searchLine: { marginBottom: '12px' },
});

/** The people who talk with the company. `?contact=12` and `?contact=new` open the form. */
export default function ContactsPage() {
  const t = useT();
  const styles = useStyles();
  const format = useFormat();
  const toasts = useToasts();
  const tell = useErrorText();
  const { can } = useSession();
  const { touch } = useViewport();
  const [address, setAddress] = useSearchParams();
  const [term, setTerm] = useState('');
  const [leaving, setLeaving] = useState<Contact>();
  const [refusal, setRefusal] = useState<string>();
  const { contacts, error, isLoading, hasMore, more, refetch } = useContacts(term);
  const openConversation = useConversation();
  const mayDelete = can('contacts-page:deleteContact');
  const opened = address.get('contact');

  const open = useCallback(
    (contact: string | undefined) =>
      setAddress(
        (known) => {
          const next = new URLSearchParams(known);
          if (contact) next.set('contact', contact);
          else next.delete('contact');
          return next;
        },
        { replace: true },
      ),
    [setAddress],
  );
  const ask = (contact: Contact | undefined): void => {
    setRefusal(undefined);
    setLeaving(contact);
  };
  const remove = async (contact: Contact): Promise<void> => {
    try {
      await api.delete(`/contacts/${contact.id}`);
      await refetch();
      toasts.success(t('delete.done'));
      setLeaving(undefined);
    } catch (fault) {
      // The reason stands in the place of the question: this contact stays.
      setRefusal(tell(fault));
    }
  };
  const close = useCallback(() => open(undefined), [open]);

  const columns: DataColumn<Contact>[] = [
    {
      id: 'name',
      header: t('field.name'),
      width: '38%',
      touch: 'title',
      cell: ({ name, profilePicUrl, isGroup }) => (
        <span className={styles.person}>
          <Avatar
            name={name}
            size={32}
            square={isGroup}
            decorative
            {...(profilePicUrl ? { picture: mediaUrl(profilePicUrl) } : {})}
          />
          {name}
        </span>
      ),
    },
    {
      id: 'number',
      header: t('field.number'),
      width: 220,
      cell: ({ number, isGroup }) =>
        number ? (
          <span className={styles.number}>{format.phone(number)}</span>
        ) : (
          <span className={styles.quiet}>{t(isGroup ? 'list.group' : 'list.noNumber')}</span>
        ),
    },
    {
      id: 'email',
      header: t('field.email'),
      cell: ({ email }) =>
        email ? (
          <span className={styles.email} title={email}>
            {email}
          </span>
        ) : (
          <span className={styles.quiet}>{t('list.noEmail')}</span>
        ),
    },
    {
      id: 'actions',
      header: t('list.actions'),
      quietHeader: true,
      align: 'end',
      width: 132,
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
            onClick={() => open(String(contact.id))}
          />
          {mayDelete && (
            <IconButton
              icon={<Delete20Regular />}
              label={t('action.delete', { name: contact.name })}
              onClick={() => ask(contact)}
            />
          )}
        </span>
      ),
    },
  ];

  const search = (
    <SearchBox value={term} onChange={setTerm} placeholder={t('list.search')} width={touch ? '100%' : 300} />
  );
  const add = (
    <Button appearance="primary" icon={<Add20Regular />} onClick={() => open('new')}>
      {t('action.add')}
    </Button>
  );

  return (
    <Page
      title={t('page.title')}
      actions={
        <>
          {!touch && search}
          {add}
        </>
      }
    >
      {touch && <div className={styles.searchLine}>{search}</div>}
      {error && contacts.length === 0 ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <DataTable
          label={t('page.title')}
          columns={columns}
          rows={contacts}
          rowKey={({ id }) => id}
          loading={isLoading}
          hasMore={hasMore}
          onMore={more}
          empty={
            term ? (
              <EmptyState
                title={t('list.none', { term })}
                text={t('list.noneText')}
                action={<Button onClick={() => setTerm('')}>{t('list.clear')}</Button>}
              />
            ) : (
              <EmptyState title={t('list.empty')} text={t('list.emptyText')} />
            )
          }
        />
      )}
      {opened === 'new' && <ContactDialog onClose={close} />}
      {Number(opened) > 0 && <OpenedContact id={Number(opened)} onClose={close} />}
      {leaving && (
        <ConfirmDialog
          open
          title={t('delete.title', { name: leaving.name })}
          text={refusal ? <Bar tone="bad">{refusal}</Bar> : t('delete.text')}
          confirmLabel={t('delete.confirm')}
          onClose={() => ask(undefined)}
          onConfirm={() => remove(leaving)}
        />
      )}
    </Page>
  );
}
