import { useEffect, useRef } from 'react';
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
import { useLanguage, useSession, useT } from '@balcao/sdk/client';
import type { CalendarEvent } from '../../contract.ts';
import { EventCard } from './EventCard.tsx';
import { useGridStyles } from './grid-styles.ts';
import type { Range } from './useAgenda.ts';
import { useDayFocus } from './useDayFocus.ts';

export type CalendarView = 'dayGridMonth' | 'timeGridWeek' | 'timeGridDay' | 'listWeek';
const plugins = [dayGrid, timeGrid, list, interaction, classic];
const locales = { pt, en, es };

export interface CalendarGridProps {
  view: CalendarView;
  /** A day in the range to show, `2026-11-19`. */
  day: string;
  events: readonly CalendarEvent[];
  colorOf(event: CalendarEvent): string;
  onRange(range: Range & { title: string; day: string }): void;
  /** A day or a time was chosen for something new: `2026-11-19`, or with a time. */
  onPick(at: string): void;
  onOpen(event: CalendarEvent): void;
  onMove(event: CalendarEvent, to: { date: string; dateEnd: string | null; allDay: boolean }): Promise<boolean>;
}

/** The calendar itself, in a chunk of its own. */
export default function CalendarGrid(props: CalendarGridProps) {
  const { view, day, events, colorOf, onRange, onPick, onOpen, onMove } = props;
  const t = useT();
  const styles = useGridStyles();
  const language = useLanguage();
  const { user, company } = useSession();
  const calendar = useRef<CalendarRef>(null);
  const days = useDayFocus();
  const byId = new Map(events.map((event) => [event.id, event]));
  const longDay = new Intl.DateTimeFormat(language, { day: 'numeric', month: 'long', timeZone: 'UTC' });

  useEffect(() => {
    const api = calendar.current?.getApi();
    // The component may not change its state while React renders it.
    queueMicrotask(() => api?.changeView(view, day));
  }, [view, day]);

  const moved = async (id: string, start: string, end: string, allDay: boolean, revert: () => void): Promise<void> => {
    const event = byId.get(id);
    if (!event || !(await onMove(event, { date: start, dateEnd: end === '' ? null : end, allDay }))) revert();
  };
  return (
    <div className={styles.grid} ref={days.ref} onKeyDown={days.onKeyDown}>
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
        dayMaxEvents
        eventInteractive
        editable
        scrollTime="07:30:00"
        slotDuration="00:30:00"
        slotHeaderInterval="01:00:00"
        allDayText={t('calendar.allDay')}
        noEventsText={t('calendar.empty')}
        moreLinkText={(count: number) => t('calendar.more', { count })}
        moreLinkHint={(count: number) => t('calendar.moreHint', { count })}
        events={events.map((event) => ({
          id: event.id,
          title: event.title,
          start: event.date,
          allDay: event.allDay,
          ...(event.kind === 'entry' && { end: event.dateEnd }),
          editable: event.isEditable,
          durationEditable: event.isEditable && event.kind === 'entry',
        }))}
        eventContent={(info) => {
          const event = byId.get(info.event.id);
          return event ? (
            <EventCard
              event={event}
              time={info.timeText.split(' ')[0] ?? ''}
              isTall={info.view.type.startsWith('timeGrid') && event.kind === 'entry'}
              isOther={event.userId !== user.id}
              color={colorOf(event)}
            />
          ) : null;
        }}
        dayCellTopContent={(info) => (
          <button
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
          if (event) onOpen(event);
        }}
        eventDrop={(info) =>
          void moved(info.event.id, info.event.startStr, info.event.endStr, info.event.allDay, info.revert)
        }
        eventResize={(info) =>
          void moved(info.event.id, info.event.startStr, info.event.endStr, info.event.allDay, info.revert)
        }
      />
    </div>
  );
}
