import { makeStyles, tokens } from '@fluentui/react-components';
import { Image16Regular } from '@fluentui/react-icons';
import { useFormat, useT } from '@balcao/sdk/client';
import { EditableList, StatusPill, TwoLines, usePages } from '@balcao/sdk/ui';
import type { Announcement } from '../../contract.ts';
import { Priority } from '../Priority.tsx';
import { AnnouncementForm } from './AnnouncementForm.tsx';

const useStyles = makeStyles({
  quiet: { color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
  media: { display: 'inline-flex', alignItems: 'center', gap: '6px', minWidth: 0, maxWidth: '100%' },
  file: { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
});

/** The super users' page for writing and deleting the platform's announcements. */
export default function AnnouncementsPage() {
  const t = useT();
  const styles = useStyles();
  const format = useFormat();
  const announcements = usePages<Announcement>('/announcements');
  return (
    <EditableList
      title={t('page.title')}
      list={announcements}
      columns={[
        {
          id: 'title',
          header: t('field.title'),
          touch: 'title',
          cell: ({ title, createdAt, publishedAt }) => (
            <TwoLines text={title} below={format.date(publishedAt ?? createdAt)} />
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
      ]}
      rowHeight={64}
      nameOf={({ title }) => title}
      search={t('list.search')}
      add={t('form.add')}
      empty={{ title: t('list.none'), text: t('list.noneText') }}
      notFound={{ title: t('list.notFound', { term: announcements.term }), text: t('list.notFoundText') }}
      form={(announcement, close) => (
        <AnnouncementForm announcement={announcement} onSaved={announcements.renew} onClose={close} />
      )}
      removal={({ title }) => ({
        title: t('delete.title', { name: title }),
        text: t('delete.text'),
        verb: t('delete.confirm'),
        done: t('delete.done'),
      })}
    />
  );
}
