import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api, errorText, useT } from '@balcao/sdk/client';
import { RelativeTime } from '@balcao/sdk/ui';
import type { TicketView } from '../../contract.ts';
import { ticketKeys } from '../data/ticketCache.ts';

interface LogEntry {
  type: string;
  user: { id: number; name: string } | null;
  queue: { id: number; name: string; color: string } | null;
  createdAt: string;
}

/** Steps shown before the rest is asked for. */
const shortLog = 6;
const known = new Set([
  'create',
  'chatBot',
  'queue',
  'open',
  'access',
  'transfered',
  'receivedTransfer',
  'pending',
  'closed',
  'reopen',
  'redirect',
]);

const useStyles = makeStyles({
  list: { listStyleType: 'none', margin: 0, padding: 0 },
  step: {
    position: 'relative',
    display: 'flex',
    gap: '8px',
    padding: '4px 0 4px 16px',
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    '::before': {
      content: '""',
      position: 'absolute',
      left: '2px',
      top: '9px',
      width: '6px',
      height: '6px',
      borderRadius: '50%',
      backgroundColor: tokens.colorNeutralStrokeAccessible,
    },
    '::after': {
      content: '""',
      position: 'absolute',
      left: '4.5px',
      top: '18px',
      bottom: '-6px',
      width: '1px',
      backgroundColor: tokens.colorNeutralStroke2,
    },
    ':last-child::after': { display: 'none' },
  },
  text: { flexGrow: 1, minWidth: 0, overflowWrap: 'anywhere', color: tokens.colorNeutralForeground2 },
  time: { flexShrink: 0, color: tokens.colorNeutralForeground3, fontVariantNumeric: 'tabular-nums' },
  more: { marginTop: '4px', marginLeft: '-8px' },
  note: { color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200, margin: 0 },
});

/** What happened to the ticket, newest first. */
export function TicketLog({ ticket }: { ticket: TicketView }) {
  const styles = useStyles();
  const t = useT();
  const [isWhole, setWhole] = useState(false);
  const { data, error, refetch } = useQuery({
    // A step changes who has it or where it stands: then the log has grown.
    queryKey: [...ticketKeys.log(ticket.id), ticket.status, ticket.userId, ticket.queueId],
    queryFn: ({ signal }) => api.get<LogEntry[]>(`/tickets-log/${ticket.id}`, {}, { signal }),
    staleTime: 60_000,
  });
  if (error) {
    return (
      <p className={styles.note}>
        {errorText(error, t)}{' '}
        <Button size="small" appearance="transparent" onClick={() => void refetch()}>
          {t('log.retry')}
        </Button>
      </p>
    );
  }
  if (!data) return null;
  if (data.length === 0) return <p className={styles.note}>{t('log.empty')}</p>;
  const steps = data.toReversed();
  const shown = isWhole ? steps : steps.slice(0, shortLog);
  const text = ({ type, user, queue }: LogEntry): string => {
    const names = { user: user?.name ?? t('log.system'), queue: queue?.name ?? t('log.noQueue') };
    return t(`log.${known.has(type) ? type : 'other'}`, { ...names, type });
  };
  return (
    <>
      <ol className={styles.list}>
        {shown.map((entry, index) => (
          <li key={`${entry.createdAt} ${entry.type} ${index}`} className={styles.step}>
            <span className={styles.text}>{text(entry)}</span>
            <span className={styles.time}>
              <RelativeTime date={entry.createdAt} />
            </span>
          </li>
        ))}
      </ol>
      {steps.length > shortLog && (
        <Button size="small" appearance="transparent" className={styles.more} onClick={() => setWhole(!isWhole)}>
          {isWhole ? t('log.less') : t('log.more', { count: steps.length - shortLog })}
        </Button>
      )}
    </>
  );
}
