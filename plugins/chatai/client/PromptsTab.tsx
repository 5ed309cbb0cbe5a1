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
import type { Prompt } from '../contract.ts';
import { PromptDialog } from './PromptDialog.tsx';
import { usePrompts } from './usePrompts.ts';

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
  actions: { display: 'inline-flex', gap: '2px', whiteSpace: 'nowrap' },
});

/** The prompts of all companies, for whoever keeps them. */
export default function PromptsTab() {
  const t = useT();
  const styles = useStyles();
  const toasts = useToasts();
  const [term, setTerm] = useState('');
  const [edited, setEdited] = useState<Prompt | 'new'>();
  const [leaving, setLeaving] = useState<Prompt>();
  const { prompts, error, isLoading, hasMore, more, renew } = usePrompts(term);

  const columns: DataColumn<Prompt>[] = [
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
      id: 'type',
      header: t('field.type'),
      width: 140,
      cell: ({ type }) => t(`type.${type}`),
    },
    {
      id: 'actions',
      header: t('field.actions'),
      quietHeader: true,
      align: 'end',
      width: 96,
      touch: 'actions',
      cell: (prompt) => (
        <span className={styles.actions}>
          <IconButton
            icon={<Edit20Regular />}
            label={t('action.edit', { name: prompt.title })}
            onClick={() => setEdited(prompt)}
          />
          <IconButton
            icon={<Delete20Regular />}
            label={t('action.delete', { name: prompt.title })}
            onClick={() => setLeaving(prompt)}
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
  const isBlank = prompts.length === 0 && term === '' && !isLoading;

  if (error && prompts.length === 0) return <ErrorState error={t('list.failed')} onRetry={() => void renew()} />;
  return (
    <>
      {!isBlank && (
        <div className={styles.head}>
          <SearchBox className={styles.search} value={term} onChange={setTerm} placeholder={t('list.search')} />
          <span className={styles.push} />
          {add}
        </div>
      )}
      <DataTable
        label={t('list.title')}
        columns={columns}
        rows={prompts}
        rowKey={({ id }) => id}
        rowHeight={64}
        loading={isLoading}
        hasMore={hasMore}
        onMore={more}
        empty={
          term === '' ? (
            <EmptyState title={t('list.none')} text={t('list.noneText')} action={add} />
          ) : (
            <EmptyState title={t('list.notFound', { term })} />
          )
        }
      />
      {edited && (
        <PromptDialog
          prompt={edited === 'new' ? undefined : edited}
          onSaved={renew}
          onClose={() => setEdited(undefined)}
        />
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
              await api.delete(`/prompts/${leaving.id}`);
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
