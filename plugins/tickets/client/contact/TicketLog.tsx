import { Button, makeStyles, tokens } from '@fluentui/react-components';
import {
  ArrowClockwise16Regular,
  ArrowForward16Regular,
  ArrowUndo16Regular,
  Bot16Regular,
  ChatAdd16Regular,
  Checkmark16Regular,
  CircleSmall20Filled,
  Eye16Regular,
  PeopleTeam16Regular,
  PersonArrowLeft16Regular,
  PersonArrowRight16Regular,
  PersonAvailable16Regular,
} from '@fluentui/react-icons';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ComponentType } from 'react';
import { api, errorText, usePoint, useRoom, useT } from '@balcao/sdk/client';
import { RelativeTime, tint } from '@balcao/sdk/ui';
import { ticketRoom } from '../../contract.ts';
import type { TicketView } from '../../contract.ts';
import { ticketKeys } from '../data/ticketCache.ts';
import { logEntryPoint } from '../parts.ts';
import { EntryIcon, EntryWords } from './LogOfPlugin.tsx';

interface LogEntry {
  type: string;
  user: { id: number; name: string } | null;
  queue: { id: number; name: string; color: string } | null;
  createdAt: string;
  /** Only of plugins' entries. */
  data?: unknown;
}

/** Steps shown before the rest is asked for. */
const shortLog = 6;
/** A word and an icon for every step; what a later version writes is shown by its name. */
const icons: Readonly<Record<string, ComponentType<{ className?: string }>>> = {
  create: ChatAdd16Regular,
  chatBot: Bot16Regular,
  queue: PeopleTeam16Regular,
  open: PersonAvailable16Regular,
  access: Eye16Regular,
  transfered: PersonArrowRight16Regular,
  receivedTransfer: PersonArrowLeft16Regular,
  pending: ArrowUndo16Regular,
  closed: Checkmark16Regular,
  reopen: ArrowClockwise16Regular,
  redirect: ArrowForward16Regular,
};

const useStyles = makeStyles({
  list: { listStyleType: 'none', margin: 0, padding: 0 },
  step: {
    position: 'relative',
    display: 'flex',
    gap: '10px',
    padding: '4px 0',
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    // The line that ties a step to the one before it.
    '::after': {
      content: '""',
      position: 'absolute',
      left: '11.5px',
      top: '30px',
      bottom: '-2px',
      width: '1px',
      backgroundColor: tokens.colorNeutralStroke2,
    },
    ':last-child::after': { display: 'none' },
  },
  mark: {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'center',
    flexShrink: 0,
    width: '24px',
    height: '24px',
    borderRadius: '50%',
    backgroundColor: tint(6),
    color: tokens.colorNeutralForeground2,
  },
  text: {
    paddingTop: '4px',
    flexGrow: 1,
    minWidth: 0,
    overflowWrap: 'anywhere',
    color: tokens.colorNeutralForeground2,
  },
  time: { paddingTop: '4px', flexShrink: 0, color: tokens.colorNeutralForeground3, fontVariantNumeric: 'tabular-nums' },
  more: { marginTop: '4px', marginLeft: '-8px' },
  note: { color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200, margin: 0 },
});

/** What happened to the ticket, newest first. */
export function TicketLog({ ticket }: { ticket: TicketView }) {
  const styles = useStyles();
  const t = useT();
  const [isWhole, setWhole] = useState(false);
  const plugins = usePoint(logEntryPoint);
  const { data, error, refetch } = useQuery({
    // A step changes who has it or where it stands: then the log has grown.
    queryKey: [...ticketKeys.log(ticket.id), ticket.status, ticket.userId, ticket.queueId],
    queryFn: ({ signal }) => api.get<LogEntry[]>(`/tickets-log/${ticket.id}`, {}, { signal }),
    staleTime: 60_000,
  });
  useRoom(ticketRoom, { uuid: ticket.uuid }, { log: () => void refetch() }, { queryKeys: [ticketKeys.log(ticket.id)] });
  if (error && !data) {
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
  const ofPlugin = ({ type }: LogEntry) => plugins.find(({ id }) => id === type);
  // What a plugin wrote is said in its words; while it is off there are none.
  const known = data.filter((entry) => !entry.type.includes('.') || ofPlugin(entry));
  if (known.length === 0) return <p className={styles.note}>{t('log.empty')}</p>;
  const steps = known.toReversed();
  const shown = isWhole ? steps : steps.slice(0, shortLog);
  const text = ({ type, user, queue }: LogEntry): string => {
    const names = { user: user?.name ?? t('log.system'), queue: queue?.name ?? t('log.noQueue') };
    return t(`log.${type in icons ? type : 'other'}`, { ...names, type });
  };
  return (
    <>
      <ol className={styles.list}>
        {shown.map((entry, index) => {
          const Icon = icons[entry.type] ?? CircleSmall20Filled;
          const item = ofPlugin(entry);
          const { user, createdAt } = entry;
          return (
            <li key={`${entry.createdAt} ${entry.type} ${index}`} className={styles.step}>
              <span className={styles.mark} aria-hidden="true">
                {item ? <EntryIcon item={item} /> : <Icon />}
              </span>
              <span className={styles.text}>
                {item ? <EntryWords item={item} data={entry.data} user={user} createdAt={createdAt} /> : text(entry)}
              </span>
              <span className={styles.time}>
                <RelativeTime date={entry.createdAt} />
              </span>
            </li>
          );
        })}
      </ol>
      {steps.length > shortLog && (
        <Button size="small" appearance="transparent" className={styles.more} onClick={() => setWhole(!isWhole)}>
          {isWhole ? t('log.less') : t('log.more', { count: steps.length - shortLog })}
        </Button>
      )}
    </>
  );
}
