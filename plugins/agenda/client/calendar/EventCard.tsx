import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import {
  ArrowRepeatAll16Regular,
  Chat12Regular,
  Checkmark12Regular,
  ErrorCircle12Regular,
  LockClosed12Regular,
} from '@fluentui/react-icons';
import { useT } from '@balcao/sdk/client';
import { Avatar, ext, VisuallyHidden } from '@balcao/sdk/ui';
import type { CalendarEvent } from '../../contract.ts';

const useStyles = makeStyles({
  card: {
    display: 'flex',
    alignItems: 'center',
    gap: '4px',
    minWidth: 0,
    minHeight: '20px',
    paddingInline: '6px 4px',
    borderRadius: tokens.borderRadiusMedium,
    borderLeft: '3px solid transparent',
    color: tokens.colorNeutralForeground1,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    overflow: 'hidden',
  },
  tall: { alignItems: 'flex-start', flexWrap: 'wrap', height: '100%', paddingBlock: '2px', boxSizing: 'border-box' },
  message: { backgroundColor: tokens.colorNeutralBackground3, borderLeftColor: 'transparent' },
  failed: { backgroundColor: ext.badBg, color: ext.bad },
  done: { color: tokens.colorNeutralForeground2 },
  time: { flexShrink: 0, fontVariantNumeric: 'tabular-nums', color: tokens.colorNeutralForeground2 },
  failedTime: { color: ext.bad },
  title: { minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap', fontWeight: 600 },
  plain: { fontWeight: 400 },
  icon: { flexShrink: 0 },
  end: { marginLeft: 'auto', flexShrink: 0, display: 'inline-flex' },
});

export interface EventCardProps {
  event: CalendarEvent;
  /** `14:00`; '' for all-day ones. */
  time: string;
  isTall: boolean;
  isOther: boolean;
  color: string;
}

/** An entry or message on the calendar: the colour is a tint and a bar, never the only sign. */
export function EventCard({ event, time, isTall, isOther, color }: EventCardProps) {
  const t = useT();
  const styles = useStyles();
  const isMessage = event.kind === 'message';
  const isFailed = event.status === 'ERRO';
  const isDone = event.status === 'ENVIADA' || event.status === 'CANCELADA';
  const Sign = isFailed ? ErrorCircle12Regular : event.isRecurring ? ArrowRepeatAll16Regular : Chat12Regular;
  const tint = `color-mix(in srgb, ${color} 16%, ${tokens.colorNeutralBackground1})`;
  const stripes = `repeating-linear-gradient(135deg, ${tint} 0 6px, ${tokens.colorNeutralBackground1} 6px 12px)`;
  return (
    <div
      className={mergeClasses(
        styles.card,
        isTall && styles.tall,
        isMessage && styles.message,
        isDone && styles.done,
        isFailed && styles.failed,
      )}
      {...(!isMessage && { style: { background: isOther ? stripes : tint, borderLeftColor: color } })}
    >
      {isMessage && <Sign className={styles.icon} aria-hidden />}
      {event.isBusy && <LockClosed12Regular className={styles.icon} aria-hidden />}
      {isMessage && <VisuallyHidden>{t(`status.${event.status ?? 'PENDENTE'}`)}</VisuallyHidden>}
      {time !== '' && <span className={mergeClasses(styles.time, isFailed && styles.failedTime)}>{time}</span>}
      <span className={mergeClasses(styles.title, isDone && styles.plain)}>
        {event.isBusy ? t('calendar.busy') : event.title}
      </span>
      {event.status === 'ENVIADA' && <Checkmark12Regular className={styles.end} aria-hidden />}
      {isOther && (
        <span className={styles.end}>
          <Avatar name={event.userName} size={16} />
        </span>
      )}
    </div>
  );
}
