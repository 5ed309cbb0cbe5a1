import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { Checkmark16Regular, LockClosed16Regular } from '@fluentui/react-icons';
import { useT } from '@balcao/sdk/client';
import { Avatar, ext } from '@balcao/sdk/ui';
import type { CalendarEvent } from '../../contract.ts';
import { EventSign } from './EventSign.tsx';
import { SourceMark } from './SourceRow.tsx';

const useStyles = makeStyles({
  row: {
    display: 'grid',
    gridTemplateColumns: '64px 32px minmax(0, 1fr) auto',
    alignItems: 'center',
    columnGap: '12px',
    width: '100%',
    minHeight: '44px',
    fontSize: tokens.fontSizeBase300,
    lineHeight: tokens.lineHeightBase300,
    '@media (max-width: 599px)': { gridTemplateColumns: '48px 32px minmax(0, 1fr) auto', columnGap: '8px' },
  },
  times: { display: 'flex', flexDirection: 'column', fontVariantNumeric: 'tabular-nums' },
  end: { color: tokens.colorNeutralForeground3 },
  bar: { justifySelf: 'center', width: '4px', height: '36px', borderRadius: '2px' },
  hatched: { opacity: 0.6 },
  disc: {
    display: 'grid',
    placeItems: 'center',
    width: '32px',
    height: '32px',
    borderRadius: '50%',
    backgroundColor: ext.selected,
    color: tokens.colorBrandForeground1,
  },
  failed: { backgroundColor: ext.badBg, color: ext.bad },
  texts: { display: 'flex', flexDirection: 'column', minWidth: 0 },
  title: {
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    fontWeight: 600,
  },
  below: {
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
  },
  reason: { color: ext.bad },
  done: { fontWeight: 400, color: tokens.colorNeutralForeground2 },
  mark: { display: 'inline-flex', color: tokens.colorNeutralForeground3 },
});

export interface EventRowProps {
  event: CalendarEvent;
  time: string;
  /** '' for messages and all-day entries. */
  end: string;
  isOther: boolean;
  color: string;
}

/** An entry or message in the list of days: when, a sign, and two lines. */
export function EventRow({ event, time, end, isOther, color }: EventRowProps) {
  const t = useT();
  const styles = useStyles();
  const isMessage = event.kind === 'message';
  const isFailed = event.status === 'ERRO';
  const isDone = event.status === 'ENVIADA' || event.status === 'CANCELADA';
  // The title of a failed message ends with its reason, which has a line of its own here.
  const [name, reason = ''] = isFailed ? splitOnce(event.title) : [event.title];
  const below = isMessage
    ? isFailed
      ? `${t('status.ERRO')}: ${reason}`
      : t(`status.${event.status ?? 'PENDENTE'}`)
    : (event.contactName ?? (isOther ? event.userName : ''));
  return (
    <div className={styles.row} data-event={event.id}>
      <span className={styles.times}>
        <span>{time}</span>
        {end !== '' && <span className={styles.end}>{end}</span>}
      </span>
      {isMessage ? (
        <span className={mergeClasses(styles.disc, isFailed && styles.failed)}>
          <EventSign event={event} />
        </span>
      ) : (
        <span className={mergeClasses(styles.bar, isOther && styles.hatched)} style={{ backgroundColor: color }} />
      )}
      <span className={styles.texts}>
        <span className={mergeClasses(styles.title, isDone && styles.done)}>
          {event.isBusy ? t('calendar.busy') : name}
        </span>
        {below !== '' && <span className={mergeClasses(styles.below, isFailed && styles.reason)}>{below}</span>}
      </span>
      <span className={styles.mark}>
        {event.isBusy && <LockClosed16Regular aria-hidden />}
        {event.status === 'ENVIADA' && <Checkmark16Regular aria-hidden />}
        {!isOther && <SourceMark source={event.source} size={16} />}
        {isOther && <Avatar name={event.userName} size={20} />}
      </span>
    </div>
  );
}

const splitOnce = (text: string): [string, string] => {
  const at = text.indexOf(': ');
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 2)];
};
