import { useState } from 'react';
import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { Add20Regular, Delete20Regular, Edit20Regular } from '@fluentui/react-icons';
import { api, useT, useToasts } from '@balcao/sdk/client';
import {
  ConfirmDialog,
  DataTable,
  EmptyState,
  ErrorState,
  IconButton,
  SearchBox,
  type DataColumn,
} from '@balcao/sdk/ui';
import type { Help } from '../../contract.ts';
import { HelpDialog } from './HelpDialog.tsx';
import { useHelps } from './useHelps.ts';

const useStyles = makeStyles({
  head: { display: 'flex', alignItems: 'center', gap: '8px', flexWrap: 'wrap', marginBottom: '12px' },
  search: { flexGrow: 1, maxWidth: '360px', minWidth: '200px' },
  push: { flexGrow: 1 },
  names: { display: 'flex', flexDirection: 'column', minWidth: 0 },
  name: { fontWeight: tokens.fontWeightSemibold, overflowWrap: 'anywhere' },
  quiet: {
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    fontWeight: tokens.fontWeightRegular,
  },
  code: { fontVariantNumeric: 'tabular-nums', overflowWrap: 'anywhere' },
  actions: { display: 'inline-flex', gap: '2px', whiteSpace: 'nowrap' },
});

/** The films of the help page, for whoever keeps them. */
export default function HelpsTab() {
  const t = useT();
  const styles = useStyles();
  const toasts = useToasts();
  const [term, setTerm] = useState('');
  const [edited, setEdited] = useState<Help | 'new'>();
  const [leaving, setLeaving] = useState<Help>();
  const { helps, error, isLoading, hasMore, more, renew } = useHelps(term);

  const columns: DataColumn<Help>[] = [
    {
      id: 'title',
      header: t('field.title'),
      touch: 'title',
      cell: ({ title, description }) => (
        <span className={styles.names}>
          <span className={styles.name}>{title}</span>
          {description && (
            <span className={styles.quiet} title={description}>
              {description}
            </span>
          )}
        </span>
      ),
    },
    {
      id: 'video',
      header: t('field.video'),
      width: 160,
      cell: ({ video }) => <span className={styles.code}>{video}</span>,
    },
    {
      id: 'actions',
      header: t('field.actions'),
      quietHeader: true,
      align: 'end',
      width: 96,
      touch: 'actions',
      cell: (help) => (
        <span className={styles.actions}>
          <IconButton
            icon={<Edit20Regular />}
            label={t('action.edit', { name: help.title })}
            onClick={() => setEdited(help)}
          />
          <IconButton
            icon={<Delete20Regular />}
            label={t('action.delete', { name: help.title })}
            onClick={() => setLeaving(help)}
          />
        </span>
      ),
    },
  ];
  const add = (
    <Button appearance="primary" icon={<Add20Regular />} onClick={() => setEdited('new')}>
      {t('form.add')}
    </Button>
  );
  const isBlank = helps.length === 0 && term === '' && !isLoading;

  if (error && helps.length === 0) return <ErrorState error={t('tab.failed')} onRetry={() => void renew()} />;
  return (
    <>
      {!isBlank && (
        <div className={styles.head}>
          <SearchBox className={styles.search} value={term} onChange={setTerm} placeholder={t('tab.search')} />
          <span className={styles.push} />
          {add}
        </div>
      )}
      <DataTable
        label={t('tab.title')}
        columns={columns}
        rows={helps}
        rowKey={({ id }) => id}
        rowHeight={64}
        loading={isLoading}
        hasMore={hasMore}
        onMore={more}
        empty={
          term === '' ? (
            <EmptyState title={t('tab.none')} text={t('tab.noneText')} action={add} />
          ) : (
            <EmptyState title={t('tab.notFound', { term })} />
          )
        }
      />
      {edited && (
        <HelpDialog help={edited === 'new' ? undefined : edited} onSaved={renew} onClose={() => setEdited(undefined)} />
      )}
      {leaving && (
        <ConfirmDialog
          open
          title={t('delete.title', { name: leaving.title })}
          text={t('delete.text')}
          confirmLabel={t('delete.confirm')}
          onClose={() => setLeaving(undefined)}
          onConfirm={async () => {
            try {
              await api.delete(`/helps/${leaving.id}`);
            } catch (failure) {
              toasts.error(t('delete.failed'));
              throw failure;
            }
            await renew();
            toasts.success(t('delete.done'));
            setLeaving(undefined);
          }}
        />
      )}
    </>
  );
}
