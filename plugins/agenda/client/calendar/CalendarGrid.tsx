import { memo, useEffect, useId, useRef, useState, type KeyboardEvent, type ReactElement } from 'react';
import { mergeClasses } from '@fluentui/react-components';
import FullCalendar from '@fullcalendar/react';
import dayGrid from '@fullcalendar/react/daygrid';
import interaction from '@fullcalendar/react/interaction';
import list from '@fullcalendar/react/list';
import en from '@fullcalendar/react/locales/en-gb';
import es from '@fullcalendar/react/locales/es';
import pt from '@fullcalendar/react/locales/pt-br';
import classic from '@fullcalendar/react/themes/classic';
import timeGrid from '@fullcalendar/react/timegrid';
import type { CalendarRef } from '@fullcalendar/react';
import '@fullcalendar/react/skeleton.css';
import '@fullcalendar/react/themes/classic/theme.css';
import { useLanguage, useSession, useT, useViewport } from '@balcao/sdk/client';
import type { CalendarEvent } from '../../contract.ts';
import { awaitedEvent, eventIdOf } from './event-focus.ts';
import { EventCard } from './EventCard.tsx';
import { EventRow } from './EventRow.tsx';
import { classes, useGridStyles } from './grid-styles.ts';
import { stepOf } from './steps.ts';
import { drawnTimes, shownMinutes, type Dropped } from './times.ts';
import type { Range } from './useAgenda.ts';
import { useDayFocus } from './useDayFocus.ts';
import type { CalendarView } from './view.ts';

const plugins = [dayGrid, timeGrid, list, interaction, classic];
const locales = { pt, en, es };
const longPeriod = { day: 'numeric', year: 'numeric' } as const;
const clock = { hour: '2-digit', minute: '2-digit', hour12: false } as const;
/** Shorter entries of a day or week have room for one line, in minutes. */
const shortMinutes = 50;
/** The component hides the number of a day from screen readers; here it is a button. */
const reveal = (button: HTMLElement | null): void => button?.parentElement?.removeAttribute('aria-hidden');
const isWeekend = (date: Date): boolean => date.getUTCDay() % 6 === 0;

/**
 * Renders its content, and nothing new while that is held: the component takes a calendar whose options changed during a
 * drag for another calendar, and reports no drop.
 */
const Held = memo(
  ({ children }: { isHeld: boolean; children: ReactElement }) => children,
  (_before, { isHeld }) => isHeld,
);

export interface CalendarGridProps {
  view: CalendarView;
  /** A day in the range to show, `2026-11-19`. */
  day: string;
  events: readonly CalendarEvent[];
  colorOf(event: CalendarEvent): string;
  onRange(range: Range & { title: string; day: string }): void;
  /** A day or a time was chosen for something new: `2026-11-19`, or with a time. */
  onPick(at: string): void;
  /** `place`: what was clicked. */
  onOpen(event: CalendarEvent, place: HTMLElement): void;
  onMove(event: CalendarEvent, to: Dropped): Promise<boolean>;
  /** Alt and an arrow were pressed on it. */
  onNudge(event: CalendarEvent, by: { days?: number; minutes?: number }): void;
  onRemove(event: CalendarEvent, place: HTMLElement): void;
}

/** The calendar itself, in a chunk of its own. */
export default function CalendarGrid(props: CalendarGridProps) {
  const { view, day, events, colorOf, onRange, onPick, onOpen, onMove, onNudge, onRemove } = props;
  const t = useT();
  const styles = useGridStyles();
  const language = useLanguage();
  const { user, company } = useSession();
  const { touch } = useViewport();
  const period = { ...longPeriod, month: touch ? 'short' : 'long' } as const;
  const calendar = useRef<CalendarRef>(null);
  const days = useDayFocus();
  const keys = useId();
  const [isDragged, setDragged] = useState(false);
  const hold = (): void => setDragged(true);
  const release = (): void => setDragged(false);
  const byId = new Map(events.map((event) => [event.id, event]));
  const longDay = new Intl.DateTimeFormat(language, { day: 'numeric', month: 'long', timeZone: 'UTC' });
  const weekday = new Intl.DateTimeFormat(language, { weekday: 'short', timeZone: 'UTC' });
  const hours = new Intl.DateTimeFormat(language, { ...clock, timeZone: company.timeZone });

  useEffect(() => {
    const api = calendar.current?.getApi();
    // The component may not change its state while React renders it.
    queueMicrotask(() => api?.changeView(view, day));
  }, [view, day]);

  const moved = async (id: string, start: string, end: string, allDay: boolean, revert: () => void): Promise<void> => {
    const event = byId.get(id);
    if (!event || !(await onMove(event, { date: start, dateEnd: end === '' ? null : end, allDay }))) revert();
  };
  /** The entry that was moved last: the calendar may not show its new day yet. */
  const nudged = useRef<CalendarEvent>(undefined);
  const nudge = (event: CalendarEvent, by: { days?: number; minutes?: number }): void => {
    nudged.current = event;
    onNudge(event, by);
  };
  const onKeyDown = (key: KeyboardEvent): void => {
    const id = eventIdOf(key.target as Element);
    const event = id === undefined ? undefined : byId.get(id);
    if (!event) return days.onKeyDown(key);
    const by = key.altKey ? stepOf(key, view) : undefined;
    const isRemoval = (key.key === 'Delete' || key.key === 'Backspace') && !key.altKey;
    if (!by && !isRemoval) return;
    key.preventDefault();
    if (by) nudge(event, by);
    else if (!key.repeat) onRemove(event, key.target as HTMLElement);
  };
  // An entry that is drawn anew is without the focus for a moment, in which a key reaches the page alone.
  useEffect(() => {
    const onLostKey = (key: globalThis.KeyboardEvent): void => {
      const id = key.target === document.body ? awaitedEvent() : undefined;
      const event = id === undefined ? undefined : (byId.get(id) ?? nudged.current);
      const by = key.altKey ? stepOf(key, view) : undefined;
      if (event?.id !== id || !event || !by) return;
      key.preventDefault();
      nudge(event, by);
    };
    document.addEventListener('keydown', onLostKey);
    return () => document.removeEventListener('keydown', onLostKey);
  });
  // On a phone the day that was chosen in the strip of the week comes to the top of the list.
  const grid = days.ref;
  useEffect(() => {
    if (!touch || view !== 'listWeek') return;
    const heads = [...(grid.current?.querySelectorAll<HTMLElement>('[data-date]') ?? [])];
    // The heading sticks to the top; its day does not.
    heads.find(({ dataset }) => (dataset['date'] ?? '') >= day)?.parentElement?.scrollIntoView({ block: 'start' });
  }, [touch, view, day, events.length, grid]);
  return (
    <div
      className={styles.grid}
      role="group"
      aria-label={t('tab.calendar')}
      aria-describedby={keys}
      ref={days.ref}
      onKeyDown={onKeyDown}
    >
      <span id={keys} hidden>
        {t('calendar.keys')}
      </span>
      <Held isHeld={isDragged}>
        <FullCalendar
          ref={calendar}
          plugins={plugins}
          initialView={view}
          initialDate={day}
          locale={locales[language]}
          timeZone={company.timeZone}
          firstDay={0}
          height="100%"
          headerToolbar={false}
          borderless
          nowIndicator
          expandRows
          fixedWeekCount={false}
          dayMaxEvents
          eventDisplay="block"
          eventTimeFormat={clock}
          slotHeaderFormat={clock}
          slotMinHeight={28}
          dayCellTopClass={classes.top}
          dayCellClass={({ date }) => (isWeekend(date) ? classes.weekend : '')}
          dayLaneClass={({ date }) => (isWeekend(date) ? classes.weekend : '')}
          slotHeaderInnerClass={classes.slot}
          allDayHeaderInnerClass={classes.slot}
          dayHeaderInnerClass={classes.header}
          dayHeaderContent={(info) =>
            info.view.type.startsWith('timeGrid') ? (
              <span className={styles.heading}>
                <span>{weekday.format(info.date)}</span>
                <span className={mergeClasses(styles.number, info.isToday && styles.today)}>
                  {info.date.getUTCDate()}
                </span>
              </span>
            ) : (
              info.text
            )
          }
          views={{ timeGridWeek: { titleFormat: period }, listWeek: { titleFormat: period } }}
          eventInteractive
          editable
          scrollTime="07:30:00"
          slotDuration="00:30:00"
          slotHeaderInterval="01:00:00"
          allDayText={t('calendar.allDay')}
          noEventsText={t('calendar.empty')}
          rowMoreLinkClass={classes.more}
          moreLinkText={(count: number) => t('calendar.more', { count })}
          moreLinkHint={(count: number) => t('calendar.moreHint', { count })}
          events={events.map((event) => ({
            id: event.id,
            title: event.title,
            start: drawnTimes(event).start,
            allDay: event.allDay,
            ...(event.kind === 'entry' && { end: drawnTimes(event).end }),
            editable: event.isEditable,
            durationEditable: event.isEditable && event.kind === 'entry',
          }))}
          eventContent={(info) => {
            const event = byId.get(info.event.id);
            if (!event) return null;
            const usual = { event, isOther: event.userId !== user.id, color: colorOf(event) };
            // On its later days it says when it ends; between them it takes the whole day.
            const [start, end] = [hours.format(new Date(event.date)), hours.format(new Date(event.dateEnd))];
            const isPart = !event.allDay && !info.isStart;
            if (info.view.type === 'listWeek') {
              const isTimed = !event.allDay && (info.isStart || info.isEnd);
              const time = isTimed ? (isPart ? t('calendar.until') : start) : t('calendar.allDay');
              const hasEnd = isTimed && info.isEnd && event.kind === 'entry';
              return <EventRow {...usual} time={time} end={hasEnd ? end : ''} />;
            }
            const time = event.allDay
              ? ''
              : isPart
                ? info.isEnd
                  ? t('calendar.untilTime', { time: end })
                  : ''
                : start;
            const minutes = shownMinutes(event, info, company.timeZone);
            const isColumn = info.view.type.startsWith('timeGrid') && !event.allDay;
            return <EventCard {...usual} time={time} isTall={isColumn && minutes >= shortMinutes} isPill={isColumn} />;
          }}
          dayCellTopContent={(info) => (
            <button
              ref={reveal}
              type="button"
              data-day={info.date.toISOString().slice(0, 10)}
              tabIndex={-1}
              className={mergeClasses(styles.day, info.isOther && styles.otherMonth, info.isToday && styles.today)}
              aria-label={t('calendar.newOn', { day: longDay.format(info.date) })}
              onClick={(click) => {
                click.stopPropagation();
                onPick(info.date.toISOString().slice(0, 10));
              }}
            >
              {info.dayNumberText}
            </button>
          )}
          datesSet={(info) =>
            onRange({
              from: info.start.toISOString(),
              to: info.end.toISOString(),
              title: info.view.title,
              day: calendar.current?.getApi().formatIso(calendar.current.getApi().getDate(), true) ?? day,
            })
          }
          dateClick={(info) => onPick(info.dateStr.slice(0, 16))}
          eventClick={(info) => {
            const event = byId.get(info.event.id);
            if (event) onOpen(event, info.el);
          }}
          eventDragStart={hold}
          eventDragStop={release}
          eventResizeStart={hold}
          eventResizeStop={release}
          eventDrop={(info) =>
            void moved(info.event.id, info.event.startStr, info.event.endStr, info.event.allDay, info.revert)
          }
          eventResize={(info) =>
            void moved(info.event.id, info.event.startStr, info.event.endStr, info.event.allDay, info.revert)
          }
        />
      </Held>
    </div>
  );
}
