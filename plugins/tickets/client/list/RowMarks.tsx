import { makeStyles, tokens } from '@fluentui/react-components';
import { ClockAlarm16Regular, Pin16Filled } from '@fluentui/react-icons';
import { useFormat, useT } from '@balcao/sdk/client';
import { useMarks } from '../data/marks.ts';

const useStyles = makeStyles({
  mark: { flexShrink: 0, color: tokens.colorNeutralForeground3 },
  back: { flexShrink: 0, color: tokens.colorBrandForeground1 },
});

/** Shows that this person pinned or snoozed a row. */
export function RowMarks({ ticketId }: { ticketId: number }) {
  const styles = useStyles();
  const t = useT();
  const format = useFormat();
  const marks = useMarks();
  const snoozed = marks?.snoozed.find((each) => each.ticketId === ticketId);
  const words =
    snoozed && (snoozed.isBack ? t('snooze.back') : t('snooze.asleep', { time: format.dateTime(snoozed.until) }));
  return (
    <>
      {snoozed && (
        <ClockAlarm16Regular className={snoozed.isBack ? styles.back : styles.mark} aria-label={words} title={words} />
      )}
      {marks?.pinned.includes(ticketId) && (
        <Pin16Filled className={styles.mark} aria-label={t('row.pinned')} title={t('row.pinned')} />
      )}
    </>
  );
}
