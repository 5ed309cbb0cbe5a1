import { useState } from 'react';
import { makeStyles, tokens } from '@fluentui/react-components';
import { Link } from 'react-router-dom';
import { useFormat, useSession, useT } from '@balcao/sdk/client';
import { ext } from '@balcao/sdk/ui';
import { daysLeft } from './days-left.ts';
import { knownSubscription } from './known-subscription.ts';

const useStyles = makeStyles({
  card: {
    display: 'block',
    padding: '12px 16px 16px',
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusXLarge,
    backgroundColor: ext.raised,
    color: tokens.colorNeutralForeground1,
    textDecorationLine: 'none',
    ':hover': { backgroundColor: tokens.colorNeutralBackground1Hover },
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}` },
  },
  title: { display: 'block', fontWeight: tokens.fontWeightSemibold, lineHeight: '32px' },
  date: { fontSize: tokens.fontSizeBase500, fontWeight: tokens.fontWeightSemibold, fontVariantNumeric: 'tabular-nums' },
  quiet: { marginInlineStart: '8px', color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
  late: { color: ext.bad },
});

/** The card of the dashboard with the end of the licence, which leads to the invoices. */
export default function DueCard() {
  const t = useT();
  const { date } = useFormat();
  const styles = useStyles();
  const { user } = useSession();
  const [now] = useState(() => Date.now());
  const { dueDate, daysOverdue } = knownSubscription(user);
  if (dueDate === null) return null;
  // A date without a time: noon, so that it is the same day in every time zone.
  const day = `${dueDate.slice(0, 10)}T12:00:00Z`;
  const isLate = daysOverdue > 0;
  return (
    <Link className={styles.card} to="/financeiro">
      <span className={styles.title}>{t('due.title')}</span>
      <span className={isLate ? `${styles.date} ${styles.late}` : styles.date}>{date(day)}</span>
      <span className={styles.quiet}>
        {isLate ? t('notice.overdue', { count: daysOverdue }) : t('due.in', { count: daysLeft(day, now) })}
      </span>
    </Link>
  );
}
