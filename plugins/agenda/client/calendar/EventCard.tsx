import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { Checkmark12Regular, LockClosed12Regular } from '@fluentui/react-icons';
import { useT } from '@balcao/sdk/client';
import { Avatar, ext, VisuallyHidden } from '@balcao/sdk/ui';
import type { CalendarEvent } from '../../contract.ts';
import { EventSign } from './EventSign.tsx';
import { SourceMark } from './SourceRow.tsx';

const useStyles = makeStyles({
  card: {
    display: 'flex',
    alignItems: 'center',
    gap: '4px',
    minWidth: 0,
    minHeight: '20px',
    width: '100%',
    boxSizing: 'border-box',
    paddingInline: '6px 4px',
    borderRadius: tokens.borderRadiusMedium,
    borderLeft: '3px solid transparent',
    color: tokens.colorNeutralForeground1,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    overflow: 'hidden',
    containerType: 'inline-size',
    '@media (max-width: 599px)': { gap: '2px', paddingInline: '2px' },
  },
  tall: {
    position: 'relative',
    flexDirection: 'column',
    alignItems: 'flex-start',
    gap: 0,
    height: '100%',
    paddingBlock: '3px',
  },
  message: { backgroundColor: tokens.colorNeutralBackground3, borderLeftColor: 'transparent' },
  pill: {
    height: '22px',
    borderRadius: tokens.borderRadiusCircular,
    border: `1px solid ${tokens.colorNeutralStroke1}`,
    paddingInline: '8px',
    '@media (max-width: 599px)': { paddingInline: '2px' },
  },
  full: { height: '100%' },
  failed: { backgroundColor: ext.badBg, color: ext.bad },
  done: { color: tokens.colorNeutralForeground2 },
  time: {
    flexShrink: 0,
    fontVariantNumeric: 'tabular-nums',
    color: tokens.colorNeutralForeground2,
    // A column of a phone’s month or week has no room for time and title: the title says more. The time stays for
    // screen readers.
    '@container (max-width: 56px)': { position: 'absolute', clipPath: 'inset(50%)', width: '1px', overflow: 'hidden' },
  },
  failedTime: { color: ext.bad },
  title: {
    minWidth: 0,
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    fontWeight: 600,
    '@container (max-width: 56px)': {
      fontSize: tokens.fontSizeBase100,
      lineHeight: tokens.lineHeightBase100,
      textOverflow: 'clip',
    },
  },
  wraps: { whiteSpace: 'normal', overflowWrap: 'anywhere', hyphens: 'auto', flexShrink: 1 },
  plain: { fontWeight: 400 },
  icon: { flexShrink: 0 },
  waits: { color: tokens.colorBrandForeground1 },
  end: { marginLeft: 'auto', flexShrink: 0, display: 'inline-flex' },
  // The grey sign of a message says the same.
  sent: { '@container (max-width: 56px)': { display: 'none' } },
  corner: { position: 'absolute', right: '4px', bottom: '4px', display: 'inline-flex' },
});

export interface EventCardProps {
  event: CalendarEvent;
  /** `14:00`; '' for all-day ones. */
  time: string;
  /** An entry with room for more than one line. */
  isTall: boolean;
  /** In a column of hours, where messages have no length. */
  isPill: boolean;
  isOther: boolean;
  color: string;
}

/** An entry or message on the calendar: the colour is a tint and a bar, never the only sign. */
export function EventCard({ event, time, isTall, isPill, isOther, color }: EventCardProps) {
  const t = useT();
  const styles = useStyles();
  const isMessage = event.kind === 'message';
  const isFailed = event.status === 'ERRO';
  const isDone = event.status === 'ENVIADA' || event.status === 'CANCELADA';
  const tint = `color-mix(in srgb, ${color} 16%, ${tokens.colorNeutralBackground1})`;
  const stripes = `repeating-linear-gradient(135deg, ${tint} 0 6px, ${tokens.colorNeutralBackground1} 6px 12px)`;
  const clock = time !== '' && <span className={mergeClasses(styles.time, isFailed && styles.failedTime)}>{time}</span>;
  const title = (
    <span className={mergeClasses(styles.title, isTall && styles.wraps, isDone && styles.plain)}>
      {event.isBusy ? t('calendar.busy') : event.title}
    </span>
  );
  const lock = event.isBusy && <LockClosed12Regular className={styles.icon} aria-hidden />;
  if (isTall && !isMessage)
    return (
      <div
        data-event={event.id}
        className={mergeClasses(styles.card, styles.tall)}
        style={{ background: isOther ? stripes : tint, borderLeftColor: color }}
      >
        {title}
        {clock}
        {lock}
        {!isOther && <SourceMark source={event.source} size={12} className={styles.corner} />}
        {isOther && (
          <span className={styles.corner}>
            <Avatar name={event.userName} size={16} />
          </span>
        )}
      </div>
    );
  return (
    <div
      data-event={event.id}
      className={mergeClasses(
        styles.card,
        isMessage && styles.message,
        isPill && (isMessage ? styles.pill : styles.full),
        isDone && styles.done,
        isFailed && styles.failed,
      )}
      {...(!isMessage && { style: { background: isOther ? stripes : tint, borderLeftColor: color } })}
    >
      {isMessage && (
        <EventSign event={event} className={mergeClasses(styles.icon, !isDone && !isFailed && styles.waits)} />
      )}
      {lock}
      {isMessage && <VisuallyHidden>{t(`status.${event.status ?? 'PENDENTE'}`)}</VisuallyHidden>}
      {clock}
      {title}
      {event.status === 'ENVIADA' && (
        <Checkmark12Regular className={mergeClasses(styles.end, styles.sent)} aria-hidden />
      )}
      {!isOther && <SourceMark source={event.source} size={10} className={styles.end} />}
      {isOther && (
        <span className={styles.end}>
          <Avatar name={event.userName} size={16} />
        </span>
      )}
    </div>
  );
}
