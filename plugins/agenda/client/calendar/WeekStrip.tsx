import { useRef, type KeyboardEvent, type TouchEvent } from 'react';
import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { useLanguage, useSession, useT } from '@balcao/sdk/client';
import { ext } from '@balcao/sdk/ui';
import type { CalendarEvent } from '../../contract.ts';
import { daysOf, nextDay } from './times.ts';

const useStyles = makeStyles({
  strip: {
    display: 'grid',
    gridTemplateColumns: 'repeat(7, minmax(0, 1fr))',
    padding: '4px 8px 8px',
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
    touchAction: 'pan-y',
  },
  day: {
    display: 'flex',
    flexDirection: 'column',
    alignItems: 'center',
    gap: '2px',
    minHeight: '64px',
    padding: '2px 0',
    border: 'none',
    borderRadius: tokens.borderRadiusLarge,
    backgroundColor: 'transparent',
    color: tokens.colorNeutralForeground1,
    fontFamily: 'inherit',
    cursor: 'pointer',
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}` },
  },
  weekday: { color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
  number: {
    display: 'grid',
    placeItems: 'center',
    width: '36px',
    height: '36px',
    borderRadius: '50%',
    fontSize: tokens.fontSizeBase400,
    fontWeight: 600,
    fontVariantNumeric: 'tabular-nums',
  },
  chosen: { backgroundColor: ext.selected, boxShadow: `inset 0 0 0 1px ${tokens.colorBrandStroke1}` },
  today: { color: tokens.colorBrandForeground1 },
  chosenToday: { backgroundColor: tokens.colorBrandBackground, color: tokens.colorNeutralForegroundOnBrand },
  dots: { display: 'flex', gap: '3px', height: '5px' },
  dot: { width: '5px', height: '5px', borderRadius: '50%' },
  empty: {
    margin: 0,
    padding: '8px 16px',
    color: tokens.colorNeutralForeground3,
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
  },
});

/** Pixels from which a movement of the finger is a swipe. */
const swipe = 48;
const shownDots = 3;
const steps: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1, PageUp: -7, PageDown: 7 };

export interface WeekStripProps {
  /** The chosen day, `2026-11-19`. */
  day: string;
  today: string;
  events: readonly CalendarEvent[];
  colorOf(event: CalendarEvent): string;
  onDay(day: string): void;
}

/** The week of the chosen day: tap or arrows choose a day, a swipe shows another week. */
export function WeekStrip({ day, today, events, colorOf, onDay }: WeekStripProps) {
  const t = useT();
  const styles = useStyles();
  const language = useLanguage();
  const zone = useSession().company.timeZone;
  const touched = useRef<{ x: number; y: number }>(undefined);
  const row = useRef<HTMLDivElement>(null);
  const sunday = nextDay(day, -new Date(`${day}T00:00:00Z`).getUTCDay());
  const week = Array.from({ length: 7 }, (_, index) => nextDay(sunday, index));
  const onDays = new Map<string, CalendarEvent[]>(week.map((one) => [one, []]));
  for (const event of events) for (const one of daysOf(event, zone)) onDays.get(one)?.push(event);
  const format = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(language, { timeZone: 'UTC', ...options });
  const long = format({ weekday: 'long', day: 'numeric', month: 'long' });
  const short = format({ weekday: 'short' });
  const at = (one: string): Date => new Date(`${one}T00:00:00Z`);

  const onKeyDown = (event: KeyboardEvent): void => {
    const step = steps[event.key];
    if (step === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    const next = nextDay(day, step);
    onDay(next);
    // The button of the new day exists after the next drawing.
    requestAnimationFrame(() => row.current?.querySelector<HTMLElement>(`[data-strip="${next}"]`)?.focus());
  };
  const onTouchStart = ({ touches }: TouchEvent): void => {
    const finger = touches.item(0);
    touched.current = finger === null ? undefined : { x: finger.clientX, y: finger.clientY };
  };
  const onTouchEnd = ({ changedTouches }: TouchEvent): void => {
    const [from, finger] = [touched.current, changedTouches.item(0)];
    touched.current = undefined;
    if (!from || !finger) return;
    const [x, y] = [finger.clientX - from.x, finger.clientY - from.y];
    if (Math.abs(x) >= swipe && Math.abs(x) > 2 * Math.abs(y)) onDay(nextDay(day, x < 0 ? 7 : -7));
  };
  const isEmpty = (onDays.get(day)?.length ?? 0) === 0;
  return (
    <>
      <div
        ref={row}
        className={styles.strip}
        role="group"
        aria-label={t('strip.label')}
        onKeyDown={onKeyDown}
        onTouchStart={onTouchStart}
        onTouchEnd={onTouchEnd}
      >
        {week.map((one) => {
          const there = onDays.get(one) ?? [];
          const colors = [
            ...new Set(
              there.map((event) => (event.kind === 'message' ? tokens.colorBrandForeground1 : colorOf(event))),
            ),
          ];
          const isChosen = one === day;
          const isToday = one === today;
          return (
            <button
              key={one}
              type="button"
              data-strip={one}
              className={styles.day}
              tabIndex={isChosen ? 0 : -1}
              aria-pressed={isChosen}
              aria-current={isToday ? 'date' : undefined}
              aria-label={`${long.format(at(one))}, ${t('strip.count', { count: there.length })}`}
              onClick={() => onDay(one)}
            >
              <span className={styles.weekday} aria-hidden>
                {short.format(at(one)).replace('.', '')}
              </span>
              <span
                className={mergeClasses(
                  styles.number,
                  isToday && styles.today,
                  isChosen && (isToday ? styles.chosenToday : styles.chosen),
                )}
                aria-hidden
              >
                {at(one).getUTCDate()}
              </span>
              <span className={styles.dots} aria-hidden>
                {colors.slice(0, shownDots).map((color) => (
                  <span key={color} className={styles.dot} style={{ backgroundColor: color }} />
                ))}
              </span>
            </button>
          );
        })}
      </div>
      {isEmpty && (
        <p className={styles.empty} role="status">
          {t('strip.empty', { day: format({ day: 'numeric', month: 'long' }).format(at(day)) })}
        </p>
      )}
    </>
  );
}
