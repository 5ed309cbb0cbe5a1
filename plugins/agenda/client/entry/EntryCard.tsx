import type { ReactNode } from 'react';
import { Button, makeStyles, tokens } from '@fluentui/react-components';
import {
  Alert20Regular,
  CalendarLtr20Regular,
  ChatMultiple20Regular,
  Clock20Regular,
  Delete20Regular,
  LockClosed20Regular,
  Person20Regular,
  TextDescription20Regular,
} from '@fluentui/react-icons';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import { api, useLanguage, usePoint, useSession, useT } from '@balcao/sdk/client';
import { ErrorState, IconButton, SkeletonRows } from '@balcao/sdk/ui';
import { agendaSource, type CalendarEvent, type EntryView } from '../../contract.ts';
import { CardFrame } from '../calendar/CardFrame.tsx';
import { SourceName } from '../calendar/SourceRow.tsx';
import { useReminderText } from './useReminderText.ts';
import { whenText } from './when-text.ts';

const useStyles = makeStyles({
  lines: { display: 'flex', flexDirection: 'column', gap: '10px' },
  line: {
    display: 'grid',
    gridTemplateColumns: '20px minmax(0, 1fr)',
    columnGap: '12px',
    alignItems: 'start',
    overflowWrap: 'anywhere',
    '& > svg': { color: tokens.colorNeutralForeground3 },
  },
  text: {
    whiteSpace: 'pre-wrap',
    display: '-webkit-box',
    WebkitLineClamp: '8',
    WebkitBoxOrient: 'vertical',
    overflow: 'hidden',
  },
  when: { fontWeight: 600 },
  bar: { width: '4px', height: '20px', borderRadius: '2px', justifySelf: 'center' },
  quiet: { color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
  end: { marginLeft: 'auto' },
});

export interface EntryCardProps {
  event: CalendarEvent;
  beside: { id: string; rect: DOMRect };
  color: string;
  onEdit(entry: EntryView): void;
  onRemove(entry: EntryView): void;
  onClose(): void;
}

/** One entry at a glance: when, with whom, whose, its reminders, and what can be done. */
export function EntryCard({ event, beside, color, onEdit, onRemove, onClose }: EntryCardProps) {
  const t = useT();
  const styles = useStyles();
  const language = useLanguage();
  const navigate = useNavigate();
  const { user, company } = useSession();
  const reminderText = useReminderText();
  const source = usePoint(agendaSource).find((one) => one.source === event.source);
  const query = useQuery({
    queryKey: ['agenda', 'entry', event.id],
    queryFn: ({ signal }) => api.get<EntryView>(`/scheduleforms/${event.id}`, {}, { signal }),
  });
  const entry = query.data;
  const uuid = entry?.ticketUuid ?? null;
  const isOwn = event.userId === user.id;
  return (
    <CardFrame
      title={entry?.title ?? event.title}
      beside={beside}
      onClose={onClose}
      footer={
        entry && (
          <>
            <Button appearance="primary" onClick={() => onEdit(entry)}>
              {t('message.edit')}
            </Button>
            {uuid !== null && (
              <Button icon={<ChatMultiple20Regular />} onClick={() => void navigate(`/tickets/${uuid}`)}>
                {t('card.conversation')}
              </Button>
            )}
            {!entry.isReadOnly && (
              <IconButton
                className={styles.end}
                icon={<Delete20Regular />}
                label={t('entry.remove')}
                shortcut="Delete"
                onClick={() => onRemove(entry)}
              />
            )}
          </>
        )
      }
    >
      <div className={styles.lines}>
        <Line icon={<span className={styles.bar} style={{ backgroundColor: color }} />}>
          <span className={styles.when}>{whenText(entry ?? event, company.timeZone, language, t)}</span>
        </Line>
        {query.error && !entry ? (
          <ErrorState error={query.error} onRetry={() => void query.refetch()} />
        ) : !entry ? (
          <SkeletonRows rows={3} height={20} />
        ) : (
          <>
            {entry.contact && <Line icon={<Person20Regular aria-hidden />}>{entry.contact.name}</Line>}
            {!isOwn && (
              <Line icon={<CalendarLtr20Regular aria-hidden />}>
                {t('card.calendarOf', { name: entry.user?.name ?? '' })}
              </Line>
            )}
            {source && (
              <Line icon={<CalendarLtr20Regular aria-hidden />}>
                <SourceName item={source} />
              </Line>
            )}
            <Line icon={<Alert20Regular aria-hidden />}>
              {entry.reminders.length === 0 ? t('entry.noReminder') : entry.reminders.map(reminderText).join(', ')}
            </Line>
            {entry.isFree && <Line icon={<Clock20Regular aria-hidden />}>{t('card.free')}</Line>}
            {entry.isPrivate && <Line icon={<LockClosed20Regular aria-hidden />}>{t('card.private')}</Line>}
            {entry.description !== '' && (
              <Line icon={<TextDescription20Regular aria-hidden />}>
                <span className={styles.text}>{entry.description}</span>
              </Line>
            )}
            {entry.isReadOnly && <span className={styles.quiet}>{t('entry.readOnly')}</span>}
          </>
        )}
      </div>
    </CardFrame>
  );
}

function Line({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  const styles = useStyles();
  return (
    <div className={styles.line}>
      {icon}
      <span>{children}</span>
    </div>
  );
}
