/** A view of the calendar, as the calendar component calls it. */
export type CalendarView = 'dayGridMonth' | 'timeGridWeek' | 'timeGridDay' | 'listWeek';
