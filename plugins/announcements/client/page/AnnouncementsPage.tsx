import { useState } from 'react';
import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { Add20Regular, Delete20Regular, Edit20Regular, Image16Regular } from '@fluentui/react-icons';
import { api, useFormat, useT, useToasts } from '@balcao/sdk/client';
import { ConfirmDialog, IconButton, ListPage, StatusPill, type DataColumn } from '@balcao/sdk/ui';
import type { Announcement } from '../../contract.ts';
import { Priority } from '../Priority.tsx';
import { refetchAnnouncements, useAnnouncementPages } from '../useAnnouncements.ts';
import { AnnouncementForm } from './AnnouncementForm.tsx';

const useStyles = makeStyles({
  names: { display: 'flex', flexDirection: 'column', minWidth: 0 },
  title: { fontWeight: tokens.fontWeightSemibold, overflowWrap: 'anywhere' },
  quiet: {
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    fontWeight: tokens.fontWeightRegular,
  },
  media: { display: 'inline-flex', alignItems: 'center', gap: '6px', minWidth: 0, maxWidth: '100%' },
  file: { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  actions: { display: 'inline-flex', gap: '2px', whiteSpace: 'nowrap' },
});

/** What the platform tells the people of all companies: written and taken back here. */
export default function AnnouncementsPage() {
  const t = useT();
  const styles = useStyles();
  const format = useFormat();
  const toasts = useToasts();
  const [term, setTerm] = useState('');
  const [edited, setEdited] = useState<Announcement | 'new'>();
  const [leaving, setLeaving] = useState<Announcement>();
  const { announcements, count, error, isLoading, hasMore, more, refetch } = useAnnouncementPages(term);

  const columns: DataColumn<Announcement>[] = [
    {
      id: 'title',
      header: t('field.title'),
      touch: 'title',
      cell: ({ title, createdAt }) => (
        <span className={styles.names}>
          <span className={styles.title}>{title}</span>
          <span className={styles.quiet}>{format.date(createdAt)}</span>
        </span>
      ),
    },
    {
      id: 'priority',
      header: t('field.priority'),
      width: 120,
      cell: ({ priority }) => <Priority priority={priority} />,
    },
    {
      id: 'media',
      header: t('field.media'),
      width: '26%',
      cell: ({ mediaName }) =>
        mediaName === null ? (
          <span className={styles.quiet}>{t('list.noMedia')}</span>
        ) : (
          <span className={styles.media} title={mediaName}>
            <Image16Regular aria-hidden="true" />
            <span className={styles.file}>{mediaName}</span>
          </span>
        ),
    },
    {
      id: 'status',
      header: t('field.status'),
      width: 110,
      cell: ({ status }) => (
        <StatusPill tone={status ? 'ok' : 'neutral'}>{t(status ? 'status.active' : 'status.inactive')}</StatusPill>
      ),
    },
    {
      id: 'actions',
      header: t('field.actions'),
      quietHeader: true,
      align: 'end',
      width: 96,
      touch: 'actions',
      cell: (one) => (
        <span className={styles.actions}>
          <IconButton
            icon={<Edit20Regular />}
            label={t('action.edit', { name: one.title })}
            onClick={() => setEdited(one)}
          />
          <IconButton
            icon={<Delete20Regular />}
            label={t('action.delete', { name: one.title })}
            onClick={() => setLeaving(one)}
          />
        </span>
      ),
    },
  ];

  return (
    <ListPage
      title={t('page.title')}
      count={count}
      search={{ term, onSearch: setTerm, placeholder: t('list.search') }}
      add={
        <Button appearance="primary" icon={<Add20Regular />} onClick={() => setEdited('new')}>
          {t('form.add')}
        </Button>
      }
      error={error}
      onRetry={() => void refetch()}
      empty={{ title: t('list.none'), text: t('list.noneText') }}
      notFound={{ title: t('list.notFound', { term }), text: t('list.notFoundText') }}
      columns={columns}
      rows={announcements}
      rowKey={({ id }) => id}
      rowHeight={64}
      loading={isLoading}
      hasMore={hasMore}
      onMore={more}
    >
      {edited && (
        <AnnouncementForm
          announcement={edited === 'new' ? undefined : edited}
          onSaved={refetchAnnouncements}
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
            await api.delete(`/announcements/${leaving.id}`);
            await refetchAnnouncements();
            toasts.success(t('delete.done'));
            setLeaving(undefined);
          }}
        />
      )}
    </ListPage>
  );
}
