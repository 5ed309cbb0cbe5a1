import { Suspense, useCallback, useState } from 'react';
import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { PanelLeft20Regular } from '@fluentui/react-icons';
import { useSearchParams } from 'react-router-dom';
import {
  api,
  lazyPart,
  useErrorText,
  usePoint,
  useSession,
  useShortcut,
  useT,
  useToasts,
  useViewport,
} from '@balcao/sdk/client';
import { Bar, IconButton, Page, Segment, SideSheet, Spinner, Tabs } from '@balcao/sdk/ui';
import { agendaSource, type CalendarEvent, type EntryView, type ScheduleView } from '../../contract.ts';
import EntryDialog from '../entry/EntryDialog.tsx';
import { MessageCard } from '../message/MessageCard.tsx';
import MessageDialog from '../message/MessageDialog.tsx';
import { MessagesList } from '../message/MessagesList.tsx';
import { momentOf, localText } from '../local-text.ts';
import type { CalendarView } from './CalendarGrid.tsx';
import { NewMenu } from './NewMenu.tsx';
import { Period } from './Period.tsx';
import { colorOfPerson, SidePanel } from './SidePanel.tsx';
import { useToday } from './useToday.ts';
import { useAgenda, useColleagues, useStored, type Range } from './useAgenda.ts';

const CalendarGrid = lazyPart(() => import('./CalendarGrid.tsx'));

const useStyles = makeStyles({
  body: { display: 'flex', height: '100%', minHeight: 0 },
  main: { display: 'flex', flexDirection: 'column', flex: 1, minWidth: 0, minHeight: 0 },
  bar: {
    display: 'flex',
    alignItems: 'center',
    flexWrap: 'wrap',
    gap: '8px',
    padding: '8px 16px',
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
  },
  tabs: { display: 'flex', alignItems: 'center', justifyContent: 'space-between', gap: '16px' },
  period: { paddingRight: '10px' },
  // Four words of different lengths: each takes the room that it needs.
  choice: { '& button': { flexBasis: 'auto' } },
  grid: { flex: 1, minHeight: 0 },
  wait: { display: 'grid', placeItems: 'center', height: '100%' },
});

const views = [
  ['dayGridMonth', 'view.month'],
  ['timeGridWeek', 'view.week'],
  ['timeGridDay', 'view.day'],
  ['listWeek', 'view.list'],
] as const satisfies readonly (readonly [CalendarView, string])[];
/** Days by which previous and next move. */
const steps: Readonly<Record<CalendarView, number>> = { dayGridMonth: 0, timeGridWeek: 7, timeGridDay: 1, listWeek: 7 };

type Open =
  | { what: 'entry'; entry?: EntryView; at?: string }
  | { what: 'message'; message?: ScheduleView; at?: string }
  | { what: 'card'; id: number };

/** The page of the agenda: a calendar of entries and messages, and the list of messages. */
export default function AgendaPage() {
  const t = useT();
  const styles = useStyles();
  const toasts = useToasts();
  const textOf = useErrorText();
  const { user, company, can } = useSession();
  const { touch, width } = useViewport();
  const [search, setSearch] = useSearchParams();
  const isWide = width >= 860;
  const tab = search.get('tab') === 'messages' ? 'messages' : 'calendar';
  const zone = company.timeZone;
  const today = useToday(zone);
  const [stored, setStored] = useStored<CalendarView>('view', 'dayGridMonth');
  const [view, setViewState] = useState<CalendarView>(touch ? 'listWeek' : stored);
  const [day, setDay] = useState(today);
  const [range, setRange] = useState<Range & { title: string }>();
  const [showsEntries, setEntries] = useState(true);
  const [showsMessages, setMessages] = useState(true);
  const [shown, setShown] = useStored<number[]>('others', []);
  const [hidden, setHidden] = useStored<string[]>('hidden', []);
  const sources = usePoint(agendaSource).map(({ source }) => source);
  // A calendar outside leads back here with news for its card.
  const [hasSheet, setSheet] = useState(() => search.has('side'));
  const [open, setOpen] = useState<Open>();
  const colleagues = useColleagues(can('schedules:view'));
  const others = shown.filter((id) => colleagues.some((one) => one.id === id));
  const { events, error, renew } = useAgenda(range && { from: range.from, to: range.to }, [user.id, ...others]);
  const visible = events.filter(({ kind, userId, source }) => {
    if (userId !== user.id) return true;
    if (kind === 'message') return showsMessages;
    return source === null || !sources.includes(source) ? showsEntries : !hidden.includes(source);
  });

  const setView = (next: CalendarView): void => {
    setViewState(next);
    if (!touch) setStored(next);
  };
  const go = (direction: 1 | -1): void => {
    const at = momentOf(`${day}T12:00`, zone)?.getTime() ?? Date.now();
    if (steps[view] > 0) return setDay(localText(at + direction * steps[view] * 86_400_000, zone).slice(0, 10));
    const [year = 2026, month = 1] = day.split('-').map(Number);
    setDay(new Date(Date.UTC(year, month - 1 + direction, 1)).toISOString().slice(0, 10));
  };
  const now = (): void => setDay(today);
  const close = (): void => setOpen(undefined);
  const group = t('page.title');
  useShortcut('n', () => setOpen({ what: 'entry' }), { label: t('key.new'), group });
  useShortcut('t', now, { label: t('view.today'), group });
  useShortcut('m', () => setView('dayGridMonth'), { label: t('view.month'), group });
  useShortcut('w', () => setView('timeGridWeek'), { label: t('view.week'), group });
  useShortcut('d', () => setView('timeGridDay'), { label: t('view.day'), group });

  const openEvent = async (event: CalendarEvent): Promise<void> => {
    if (event.kind === 'message') return setOpen({ what: 'card', id: Number(event.id.slice(4)) });
    if (event.isBusy) return;
    try {
      setOpen({ what: 'entry', entry: await api.get<EntryView>(`/scheduleforms/${event.id}`) });
    } catch (failure) {
      toasts.error(textOf(failure));
    }
  };
  const move = async (
    event: CalendarEvent,
    to: { date: string; dateEnd: string | null; allDay: boolean },
  ): Promise<boolean> => {
    try {
      if (event.kind === 'message')
        await api.put(`/schedules/${event.id.slice(4)}`, { sendAt: to.date, version: event.version });
      else {
        // Whole days that are dropped on a time last an hour.
        const turns = event.allDay !== to.allDay;
        const hour = new Date(Date.parse(to.date) + 3_600_000).toISOString();
        const dateEnd = to.dateEnd ?? (turns ? (to.allDay ? to.date : hour) : undefined);
        const date = to.allDay ? momentOf(to.date.slice(0, 10), zone)?.toISOString() : to.date;
        const end = to.allDay && dateEnd !== undefined ? momentOf(dateEnd.slice(0, 10), zone)?.toISOString() : dateEnd;
        await api.put(`/scheduleforms/${event.id}`, { date, dateEnd: end, allDay: to.allDay, version: event.version });
      }
      await renew();
      return true;
    } catch (failure) {
      toasts.error(textOf(failure));
      return false;
    }
  };
  const onRange = useCallback((next: Range & { title: string }) => {
    setRange((before) =>
      before?.from === next.from && before.to === next.to && before.title === next.title ? before : next,
    );
  }, []);

  const hasSide = width >= 1000;
  const side = {
    ...{ day, today, showsEntries, showsMessages, colleagues, hidden, shown: others },
    onDay: setDay,
    onEntries: setEntries,
    onMessages: setMessages,
    onShown: setShown,
    onHidden: setHidden,
  };
  const period = <Period title={range?.title ?? ''} onToday={now} onGo={go} />;
  const choice = (
    <div className={styles.choice}>
      <Segment
        label={t('view.label')}
        value={view}
        onChange={setView}
        options={views.map(([value, label]) => ({ value, label: t(label) }))}
      />
    </div>
  );
  return (
    <Page
      bare
      title={t('page.title')}
      actions={
        <>
          {!hasSide && tab === 'calendar' && (
            <IconButton label={t('side.label')} icon={<PanelLeft20Regular />} onClick={() => setSheet(true)} />
          )}
          {isWide && tab === 'calendar' && choice}
          <NewMenu onEntry={() => setOpen({ what: 'entry' })} onMessage={() => setOpen({ what: 'message' })} />
        </>
      }
      tabs={
        <div className={styles.tabs}>
          <Tabs
            label={t('page.title')}
            value={tab}
            onChange={(next) => setSearch(next === 'messages' ? { tab: 'messages' } : {})}
            options={[
              { value: 'calendar', label: t('tab.calendar') },
              { value: 'messages', label: t('tab.messages') },
            ]}
          />
          {isWide && tab === 'calendar' && <div className={styles.period}>{period}</div>}
        </div>
      }
    >
      {tab === 'messages' ? (
        <MessagesList onOpen={({ id }) => setOpen({ what: 'card', id })} />
      ) : (
        <div className={styles.body}>
          {hasSide && <SidePanel {...side} />}
          <div className={styles.main}>
            {!isWide && (
              <div className={styles.bar}>
                {period}
                {choice}
              </div>
            )}
            {Boolean(error) && (
              <Bar tone="bad" alert action={<Button onClick={() => void renew()}>{t('page.retry')}</Button>}>
                {textOf(error)}
              </Bar>
            )}
            <div className={styles.grid}>
              <Suspense
                fallback={
                  <div className={styles.wait}>
                    <Spinner />
                  </div>
                }
              >
                <CalendarGrid
                  view={view}
                  day={day}
                  events={visible}
                  colorOf={(event) => (event.userId === user.id ? event.color : colorOfPerson(event.userName))}
                  onRange={onRange}
                  onPick={(at) => setOpen({ what: 'entry', at })}
                  onOpen={(event) => void openEvent(event)}
                  onMove={move}
                />
              </Suspense>
            </div>
          </div>
        </div>
      )}
      <SideSheet open={hasSheet && !hasSide} title={t('side.label')} width={320} onClose={() => setSheet(false)}>
        <SidePanel {...side} isBare />
      </SideSheet>
      {open?.what === 'entry' && <EntryDialog key={open.entry?.id} {...open} colleagues={colleagues} onClose={close} />}
      {open?.what === 'message' && <MessageDialog {...open} onClose={close} />}
      {open?.what === 'card' && (
        <MessageCard id={open.id} onEdit={(message) => setOpen({ what: 'message', message })} onClose={close} />
      )}
    </Page>
  );
}
