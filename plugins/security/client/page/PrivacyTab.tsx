import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { ArrowDownload20Regular, Delete20Regular, PersonSearch20Regular } from '@fluentui/react-icons';
import { useApi, useFormat, useT, useToasts } from '@balcao/sdk/client';
import {
  Avatar,
  DataTable,
  EmptyState,
  ErrorState,
  IconButton,
  SearchBox,
  saveFile,
  type DataColumn,
} from '@balcao/sdk/ui';
import type { ContactRow } from './contact-row.ts';
import { EraseDialog } from './EraseDialog.tsx';

const useStyles = makeStyles({
  text: { margin: '0 0 16px', maxWidth: '640px', color: tokens.colorNeutralForeground3, textWrap: 'pretty' },
  search: { maxWidth: '420px', marginBottom: '16px' },
  person: { display: 'flex', alignItems: 'center', gap: '10px', minWidth: 0 },
  name: { fontWeight: tokens.fontWeightSemibold, overflowWrap: 'anywhere' },
  number: { fontVariantNumeric: 'tabular-nums' },
  actions: { display: 'inline-flex', gap: '2px', whiteSpace: 'nowrap' },
});

/** Export and erasure of a person's data. */
export function PrivacyTab() {
  const t = useT();
  const api = useApi();
  const toasts = useToasts();
  const format = useFormat();
  const styles = useStyles();
  const [term, setTerm] = useState('');
  const [erasing, setErasing] = useState<ContactRow>();
  const [saving, setSaving] = useState<number>();
  const { data, error, isLoading, refetch } = useQuery({
    queryKey: ['security', 'privacy', term],
    enabled: term !== '',
    queryFn: ({ signal }) =>
      api.get<{ contacts: ContactRow[] }>('/contacts', { searchParam: term, pageNumber: 1 }, { signal }),
  });
  const download = async ({ id }: ContactRow) => {
    setSaving(id);
    try {
      await saveFile(`/privacy/contacts/${id}/export`, {}, `contato-${id}.zip`);
    } catch {
      toasts.error(t('privacy.exportFailed'));
    } finally {
      setSaving(undefined);
    }
  };

  const columns: DataColumn<ContactRow>[] = [
    {
      id: 'name',
      header: t('people.name'),
      touch: 'title',
      cell: ({ name }) => (
        <span className={styles.person}>
          <Avatar name={name} size={32} />
          <span className={styles.name}>{name}</span>
        </span>
      ),
    },
    {
      id: 'number',
      header: t('privacy.number'),
      width: '24%',
      cell: ({ number }) => <span className={styles.number}>{number ? format.phone(number) : '—'}</span>,
    },
    { id: 'email', header: t('privacy.email'), width: '28%', cell: ({ email }) => email || '—' },
    {
      id: 'actions',
      header: t('people.actions'),
      hiddenHeader: true,
      align: 'end',
      width: 96,
      touch: 'actions',
      cell: (contact) => (
        <span className={styles.actions}>
          <IconButton
            icon={<ArrowDownload20Regular />}
            label={t('privacy.exportOf', { name: contact.name })}
            disabledFocusable={saving === contact.id}
            onClick={() => saving !== contact.id && void download(contact)}
          />
          <IconButton
            icon={<Delete20Regular />}
            label={t('privacy.eraseOf', { name: contact.name })}
            onClick={() => setErasing(contact)}
          />
        </span>
      ),
    },
  ];

  return (
    <>
      <p className={styles.text}>{t('privacy.text')}</p>
      <div className={styles.search}>
        <SearchBox value={term} onChange={setTerm} placeholder={t('privacy.search')} width="100%" />
      </div>
      {term === '' ? (
        <EmptyState icon={<PersonSearch20Regular />} title={t('privacy.begin')} />
      ) : error && !data ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <DataTable
          label={t('privacy.title')}
          columns={columns}
          rows={data?.contacts ?? []}
          rowKey={({ id }) => id}
          loading={isLoading}
          empty={
            <EmptyState
              title={t('privacy.none')}
              text={t('privacy.noneText')}
              action={<Button onClick={() => setTerm('')}>{t('audit.clear')}</Button>}
            />
          }
        />
      )}
      {erasing && (
        <EraseDialog
          contact={erasing}
          onErased={() => {
            setErasing(undefined);
            void refetch();
          }}
          onClose={() => setErasing(undefined)}
        />
      )}
    </>
  );
}
