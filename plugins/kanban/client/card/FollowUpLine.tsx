import { Link, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { CheckmarkCircle16Regular, ChatWarning16Regular, Timer16Regular } from '@fluentui/react-icons';
import { useFormat, useT } from '@balcao/sdk/client';
import { ext } from '@balcao/sdk/ui';
import type { CardFollowUp } from '../board/board-data.ts';

const useStyles = makeStyles({
  line: {
    display: 'flex',
    alignItems: 'center',
    gap: '6px',
    height: '28px',
    margin: '0 -12px',
    padding: '0 12px',
    borderTop: `1px solid ${tokens.colorNeutralStroke2}`,
    fontSize: tokens.fontSizeBase100,
    lineHeight: tokens.lineHeightBase100,
    color: tokens.colorBrandForeground1,
  },
  soon: { color: ext.warn },
  sent: { color: tokens.colorNeutralForeground3 },
  text: { flexGrow: 1, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  button: { position: 'relative', zIndex: 1, fontSize: 'inherit', fontWeight: tokens.fontWeightSemibold },
});

const hour = 3_600_000;

const leftUntil = (date: string): number => Math.max(0, Date.parse(date) - Date.now());

/** The time until something, in whole units: `25 min`, `3 h`, `2 d`. */
const until = (date: string): string => {
  const left = leftUntil(date);
  if (left < hour) return `${Math.max(1, Math.round(left / 60_000))} min`;
  return left < 48 * hour ? `${Math.round(left / hour)} h` : `${Math.round(left / (24 * hour))} d`;
};

/** The next step of the follow-up of a card, or the last one. */
export function FollowUpLine({
  followUp,
  onTemplate,
}: {
  followUp: CardFollowUp;
  onTemplate?: (() => void) | undefined;
}) {
  const styles = useStyles();
  const t = useT();
  const { dateTime } = useFormat();
  const { state, dueAt, step, sentAt } = followUp;
  if (state === 'window')
    return (
      <div className={mergeClasses(styles.line, styles.soon)}>
        <ChatWarning16Regular aria-hidden />
        <span className={styles.text}>{t('followUp.window')}</span>
        {onTemplate && (
          <Link as="button" className={styles.button} onClick={onTemplate}>
            {t('followUp.template')}
          </Link>
        )}
      </div>
    );
  if (dueAt !== null) {
    const isSoon = leftUntil(dueAt) < hour;
    return (
      <div className={mergeClasses(styles.line, isSoon && styles.soon)} title={dateTime(dueAt)}>
        <Timer16Regular aria-hidden />
        <span className={styles.text}>
          {t(step === 1 ? 'followUp.message' : 'followUp.action', { time: until(dueAt), step })}
        </span>
      </div>
    );
  }
  return (
    <div className={mergeClasses(styles.line, styles.sent)}>
      <CheckmarkCircle16Regular aria-hidden />
      <span className={styles.text}>{t('followUp.sent', { time: sentAt === null ? '' : dateTime(sentAt) })}</span>
    </div>
  );
}
