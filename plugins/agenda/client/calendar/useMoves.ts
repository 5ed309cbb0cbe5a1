import { useRef, useState } from 'react';
import { api, useErrorText, useLanguage, useSession, useT, useToasts } from '@balcao/sdk/client';
import type { CalendarEvent } from '../../contract.ts';
import { focusEvent } from './event-focus.ts';
import { dayOf, fieldsOfDrop, momentOfDrop, movedBy, type Dropped, type Times } from './times.ts';

interface Saving {
  wanted: Times;
  saved: Times;
  version: number;
}
const titleOf = ({ title, contactName, kind }: CalendarEvent): string =>
  kind === 'message' ? (contactName ?? title) : title;

const store = async (event: CalendarEvent, { date, dateEnd, allDay }: Times, version: number): Promise<number> => {
  const answer =
    event.kind === 'message'
      ? await api.put<{ version: number }>(`/schedules/${event.id.slice(4)}`, { sendAt: date, version })
      : await api.put<{ version: number }>(`/scheduleforms/${event.id}`, { date, dateEnd, allDay, version });
  return answer.version;
};

export interface MovesProps {
  renew(): Promise<unknown>;
  /** Shows another day: what was moved out of sight stays in sight. */
  onDay(day: string): void;
  isShown(day: string): boolean;
}

/**
 * Moves entries and messages, by a drop or by keys. Keys show the new time at once; while one change is being saved the
 * next ones are gathered, each with the version that the former one got.
 */
export const useMoves = ({ renew, onDay, isShown }: MovesProps) => {
  const t = useT();
  const toasts = useToasts();
  const textOf = useErrorText();
  const language = useLanguage();
  const zone = useSession().company.timeZone;
  const running = useRef(new Map<string, Saving>());
  const [pending, setPending] = useState<ReadonlyMap<string, Times>>(new Map());
  const [said, setSaid] = useState('');

  const show = (id: string, times?: Times): void =>
    setPending((before) => {
      const after = new Map(before);
      if (times) after.set(id, times);
      else after.delete(id);
      return after;
    });
  const whenText = ({ date, allDay, timeZone }: Times): string =>
    new Intl.DateTimeFormat(language, {
      weekday: 'long',
      day: 'numeric',
      month: 'long',
      ...(allDay ? { timeZone } : { hour: '2-digit', minute: '2-digit', timeZone: zone }),
    }).format(new Date(date));

  const save = async (event: CalendarEvent, saving: Saving): Promise<void> => {
    try {
      while (saving.saved !== saving.wanted) {
        const target = saving.wanted;
        saving.version = await store(event, target, saving.version);
        saving.saved = target;
        // Keys that are pressed until the new state is here still count from what was saved.
        if (target === saving.wanted) await renew();
      }
    } catch (failure) {
      const text = textOf(failure);
      toasts.error(text);
      setSaid(text);
      await renew();
    }
    running.current.delete(event.id);
    show(event.id);
    focusEvent(event.id);
  };
  const refuse = (event: CalendarEvent): void => {
    const text = t(event.source === null ? 'entry.locked' : 'errors.ERR_ENTRY_READ_ONLY');
    toasts.error(text);
    setSaid(text);
  };
  const nudge = (event: CalendarEvent, by: { days?: number; minutes?: number }): void => {
    if (!event.isEditable) return refuse(event);
    const present = running.current.get(event.id);
    const times = movedBy(present?.wanted ?? event, by, zone);
    show(event.id, times);
    setSaid(t('calendar.moved', { title: titleOf(event), when: whenText(times) }));
    const day = dayOf(times.date, times.allDay ? times.timeZone : zone);
    if (!isShown(day)) onDay(day);
    focusEvent(event.id);
    if (present) present.wanted = times;
    else {
      const saving: Saving = { wanted: times, saved: event, version: event.version };
      running.current.set(event.id, saving);
      void save(event, saving);
    }
  };
  const drop = async (event: CalendarEvent, to: Dropped): Promise<boolean> => {
    try {
      if (event.kind === 'message')
        await api.put(`/schedules/${event.id.slice(4)}`, {
          sendAt: momentOfDrop(event, to, zone),
          version: event.version,
        });
      else await api.put(`/scheduleforms/${event.id}`, { ...fieldsOfDrop(event, to, zone), version: event.version });
      await renew();
      return true;
    } catch (failure) {
      toasts.error(textOf(failure));
      return false;
    }
  };
  const placed = (event: CalendarEvent): CalendarEvent => {
    const times = pending.get(event.id);
    return times ? { ...event, date: times.date, dateEnd: times.dateEnd } : event;
  };
  return { nudge, drop, placed, refuse, said, say: setSaid };
};
