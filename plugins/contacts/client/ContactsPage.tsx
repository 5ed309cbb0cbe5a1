import { useCallback, useState } from 'react';
import { Button, Checkbox, makeStyles, tokens } from '@fluentui/react-components';
import { Add20Regular, Chat20Regular, Delete20Regular, Edit20Regular } from '@fluentui/react-icons';
import { useNavigate, useSearchParams } from 'react-router-dom';
import {
  PartBoundary,
  api,
  lazyPart,
  mediaUrl,
  useErrorText,
  useFormat,
  useSession,
  useT,
  useToasts,
  useViewport,
} from '@balcao/sdk/client';
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
import { isMasked } from './contact-row.ts';
import { ContactDialog } from './ContactDialog.tsx';
import { ContactsMenu } from './ContactsMenu.tsx';
import { OpenedContact } from './OpenedContact.tsx';
import { SelectionBar } from './SelectionBar.tsx';
import { useContacts } from './useContacts.ts';
import { useConversation } from './useConversation.ts';

const MergeDialog = lazyPart(() => import('./merge/MergeDialog.tsx'));
const DuplicatesDialog = lazyPart(() => import('./merge/DuplicatesDialog.tsx'));
const ConnectionImportDialog = lazyPart(() => import('./import/ConnectionImportDialog.tsx'));

const useStyles = makeStyles({
  person: {
    display: 'flex',
    alignItems: 'center',
    gap: '12px',
    // Long words of the other columns must not press a name into a pile of letters.
    minWidth: '220px',
    fontWeight: tokens.fontWeightSemibold,
    '@media (max-width: 599px)': { minWidth: 0 },
  },
  number: { fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' },
  email: {
    display: 'block',
    minWidth: 0,
    maxWidth: '320px',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    '@media (max-width: 1279px)': { maxWidth: '200px' },
    '@media (max-width: 599px)': { maxWidth: '100%' },
  },
  quiet: { color: tokens.colorNeutralForeground3 },
  check: { marginInlineStart: '-8px' },
  actions: { display: 'inline-flex', gap: '2px', whiteSpace: 'nowrap' },
  searchLine: { marginBottom: '12px' },
});

/** The people who talk with the company. `?contact=12` and `?contact=new` open the form. */
export default function ContactsPage() {
  const t = useT();
  const styles = useStyles();
  const format = useFormat();
  const toasts = useToasts();
  const navigate = useNavigate();
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
  const mayMerge = can('contacts-page:mergeContacts');
  const [ticked, setTicked] = useState<readonly Contact[]>([]);
  const [merging, setMerging] = useState<readonly [number, number]>();
  const [shown, setShown] = useState<'duplicates' | 'connection'>();
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
      tick(contact, false);
      await refetch();
      toasts.success(t('delete.done'));
      setLeaving(undefined);
    } catch (fault) {
      // The reason stands in the place of the question: this contact stays.
      setRefusal(tell(fault));
    }
  };
  const close = useCallback(() => open(undefined), [open]);
  const openOne = useCallback((id: number) => open(String(id)), [open]);
  const tick = (contact: Contact, isTicked: boolean): void =>
    setTicked((known) => [...known.filter(({ id }) => id !== contact.id), ...(isTicked ? [contact] : [])]);
  const merge = ([one, other]: readonly Contact[]): void => {
    if (one && other) setMerging([one.id, other.id]);
  };

  const columns: DataColumn<Contact>[] = [
    {
      id: 'name',
      header: t('field.name'),
      width: '38%',
      touch: 'title',
      cell: (contact) => (
        <span className={styles.person}>
          {mayMerge && (
            <Checkbox
              className={styles.check}
              aria-label={t('selection.tick', { name: contact.name })}
              checked={ticked.some(({ id }) => id === contact.id)}
              onChange={(_, { checked }) => tick(contact, checked === true)}
            />
          )}
          <Avatar
            name={contact.name}
            size={32}
            square={contact.isGroup}
            decorative
            {...(contact.profilePicUrl ? { picture: mediaUrl(contact.profilePicUrl) } : {})}
          />
          {contact.name}
        </span>
      ),
    },
    {
      id: 'number',
      header: t('field.number'),
      width: 180,
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
      id: 'origin',
      header: t('field.origin'),
      width: 140,
      touch: 'hide',
      cell: ({ origin }) => origin ?? <span className={styles.quiet}>–</span>,
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
          <ContactsMenu
            term={term}
            mayImport={!contacts?.some(({ number }) => isMasked(number))}
            onImportConnection={() => setShown('connection')}
            onDuplicates={() => setShown('duplicates')}
          />
          {add}
        </>
      }
    >
      {touch && <div className={styles.searchLine}>{search}</div>}
      {ticked.length > 0 && (
        <SelectionBar
          names={ticked.map(({ name }) => name)}
          onMerge={() => merge(ticked)}
          onClear={() => setTicked([])}
        />
      )}
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
              <EmptyState
                title={t('list.empty')}
                text={t('list.emptyText')}
                action={add}
                secondary={<Button onClick={() => void navigate('/contacts/import')}>{t('import.fromFile')}</Button>}
              />
            )
          }
        />
      )}
      {opened === 'new' && <ContactDialog onClose={close} onOpen={openOne} />}
      {Number(opened) > 0 && <OpenedContact id={Number(opened)} onClose={close} onOpen={openOne} />}
      {(merging || shown) && (
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
            shown === 'duplicates' && <DuplicatesDialog onClose={() => setShown(undefined)} onMerge={setMerging} />
          )}
          {shown === 'connection' && <ConnectionImportDialog onClose={() => setShown(undefined)} />}
        </PartBoundary>
      )}
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
