import { useState } from 'react';
import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { ChevronLeft16Regular, ChevronRight16Regular } from '@fluentui/react-icons';
import { useLanguage, useT } from '@balcao/sdk/client';
import { ext, IconButton, useRovingFocus } from '@balcao/sdk/ui';

const useStyles = makeStyles({
  head: { display: 'flex', alignItems: 'center', gap: '4px', paddingLeft: '8px' },
  month: { flex: 1, margin: 0, fontSize: tokens.fontSizeBase300, fontWeight: 600 },
  days: { display: 'grid', gridTemplateColumns: 'repeat(7, 1fr)', justifyItems: 'center', marginTop: '4px' },
  weekday: { color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase100, lineHeight: '24px' },
  day: {
    width: '28px',
    height: '28px',
    padding: 0,
    border: 'none',
    borderRadius: tokens.borderRadiusCircular,
    backgroundColor: 'transparent',
    color: tokens.colorNeutralForeground1,
    fontFamily: 'inherit',
    fontSize: tokens.fontSizeBase200,
    fontVariantNumeric: 'tabular-nums',
    cursor: 'pointer',
    ':hover': { backgroundColor: tokens.colorNeutralBackground1Hover },
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}` },
  },
  outside: { color: tokens.colorNeutralForeground3 },
  shown: { backgroundColor: ext.selected },
  today: {
    backgroundColor: tokens.colorBrandBackground,
    color: tokens.colorNeutralForegroundOnBrand,
    ':hover': { backgroundColor: tokens.colorBrandBackgroundHover },
  },
});

export interface MiniMonthProps {
  /** The day that the calendar shows, `2026-11-19`. */
  day: string;
  today: string;
  onDay(day: string): void;
}
const dayMs = 86_400_000;
const text = (at: number): string => new Date(at).toISOString().slice(0, 10);

/** A month at a glance, to go to a day. */
export function MiniMonth({ day, today, onDay }: MiniMonthProps) {
  const t = useT();
  const styles = useStyles();
  const language = useLanguage();
  const focus = useRovingFocus<HTMLDivElement>('horizontal');
  const [shown, setShown] = useState({ for: day, month: day.slice(0, 7) });
  // The calendar went elsewhere: follow it.
  if (shown.for !== day) setShown({ for: day, month: day.slice(0, 7) });
  const [year = 2026, month = 1] = shown.month.split('-').map(Number);
  const first = Date.UTC(year, month - 1, 1);
  const start = first - new Date(first).getUTCDay() * dayMs;
  const format = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(language, { timeZone: 'UTC', ...options });
  const go = (step: number): void =>
    setShown({ for: day, month: new Date(Date.UTC(year, month - 1 + step, 1)).toISOString().slice(0, 7) });
  const long = format({ day: 'numeric', month: 'long' });
  const narrow = format({ weekday: 'narrow' });
  return (
    <section aria-label={t('mini.label')}>
      <div className={styles.head}>
        <h2 className={styles.month}>{format({ month: 'long', year: 'numeric' }).format(first)}</h2>
        <IconButton icon={<ChevronLeft16Regular />} label={t('mini.previous')} onClick={() => go(-1)} />
        <IconButton icon={<ChevronRight16Regular />} label={t('mini.next')} onClick={() => go(1)} />
      </div>
      <div className={styles.days} aria-hidden>
        {[0, 1, 2, 3, 4, 5, 6].map((weekday) => (
          <span key={weekday} className={styles.weekday}>
            {narrow.format(start + weekday * dayMs)}
          </span>
        ))}
      </div>
      <div className={styles.days} {...focus}>
        {Array.from({ length: 42 }, (_, index) => start + index * dayMs).map((at) => (
          <button
            key={at}
            type="button"
            className={mergeClasses(
              styles.day,
              new Date(at).getUTCMonth() !== month - 1 && styles.outside,
              text(at) === day && styles.shown,
              text(at) === today && styles.today,
            )}
            aria-label={t('mini.goTo', { day: long.format(at) })}
            aria-current={text(at) === today ? 'date' : undefined}
            onClick={() => onDay(text(at))}
          >
            {new Date(at).getUTCDate()}
          </button>
        ))}
      </div>
    </section>
  );
}
