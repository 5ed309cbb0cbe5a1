import { Suspense, useCallback, useState } from 'react';
import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { PanelLeft20Regular } from '@fluentui/react-icons';
import { useSearchParams } from 'react-router-dom';
import { lazyPart, useErrorText, usePoint, useSession, useShortcut, useT, useViewport } from '@balcao/sdk/client';
import { Bar, IconButton, Page, Segment, SideSheet, Spinner, Tabs, VisuallyHidden } from '@balcao/sdk/ui';
import { agendaSource, type CalendarEvent, type EntryView, type ScheduleView } from '../../contract.ts';
import { EntryCard } from '../entry/EntryCard.tsx';
import EntryDialog from '../entry/EntryDialog.tsx';
import { MessageCard } from '../message/MessageCard.tsx';
import MessageDialog from '../message/MessageDialog.tsx';
import { MessagesList } from '../message/MessagesList.tsx';
import { momentOf, localText } from '../local-text.ts';
import { NewMenu } from './NewMenu.tsx';
import { Period } from './Period.tsx';
import { colorOfPerson, SidePanel } from './SidePanel.tsx';
import { dayOf } from './times.ts';
import { useMoves } from './useMoves.ts';
import { useToday } from './useToday.ts';
import { useUndoableRemoval } from './useUndoableRemoval.ts';
import { WeekStrip } from './WeekStrip.tsx';
import type { CalendarView } from './view.ts';
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

/** The entry or message that was clicked on the calendar: cards stand beside it. */
type Beside = { id: string; rect: DOMRect };
type Open =
  | { what: 'entry'; entry?: EntryView; at?: string }
  | { what: 'message'; message?: ScheduleView; at?: string }
  | { what: 'entry-card'; event: CalendarEvent; beside: Beside }
  | { what: 'message-card'; id: number; beside?: Beside; removes?: boolean };

/** The page of the agenda: a calendar of entries and messages, and the list of messages. */
export default function AgendaPage() {
  const t = useT();
  const styles = useStyles();
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
  const isShown = (wanted: string): boolean =>
    range === undefined || (wanted >= dayOf(range.from, zone) && wanted < dayOf(range.to, zone));
  const moves = useMoves({ renew, onDay: setDay, isShown });
  const removal = useUndoableRemoval(renew, moves.say);
  const visible = events
    .filter(({ kind, userId, source }) => {
      if (userId !== user.id) return true;
      if (kind === 'message') return showsMessages;
      return source === null || !sources.includes(source) ? showsEntries : !hidden.includes(source);
    })
    .map((event) => moves.placed(event));
  const colorOf = (event: CalendarEvent): string =>
    event.userId === user.id ? event.color : colorOfPerson(event.userName);

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
  useShortcut('l', () => setView('listWeek'), { label: t('view.list'), group });
  useShortcut('z', removal.undo, { label: t('key.undo'), group, when: removal.mayUndo });

  const openEvent = (event: CalendarEvent, place: HTMLElement, removes = false): void => {
    if (event.isBusy) return;
    const beside = { id: event.id, rect: place.getBoundingClientRect() };
    setOpen(
      event.kind === 'message'
        ? { what: 'message-card', id: Number(event.id.slice(4)), beside, removes }
        : { what: 'entry-card', event, beside },
    );
  };
  const removeEvent = (event: CalendarEvent, place: HTMLElement): void => {
    if (!event.isEditable) moves.refuse(event);
    else if (event.kind === 'message') openEvent(event, place, true);
    else void removal.remove({ id: Number(event.id), title: event.title, version: event.version });
  };
  const removeEntry = (entry: EntryView): void => {
    void removal.remove(entry).then((isRemoved) => isRemoved && close());
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
        <MessagesList onOpen={({ id }) => setOpen({ what: 'message-card', id })} />
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
            {touch && view === 'listWeek' && (
              <WeekStrip day={day} today={today} events={visible} colorOf={colorOf} onDay={setDay} />
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
                  colorOf={colorOf}
                  onRange={onRange}
                  onPick={(at) => setOpen({ what: 'entry', at })}
                  onOpen={openEvent}
                  onMove={moves.drop}
                  onNudge={moves.nudge}
                  onRemove={removeEvent}
                />
              </Suspense>
            </div>
          </div>
        </div>
      )}
      <SideSheet open={hasSheet && !hasSide} title={t('side.label')} width={320} onClose={() => setSheet(false)}>
        <SidePanel {...side} isBare />
      </SideSheet>
      <VisuallyHidden live="polite">{moves.said}</VisuallyHidden>
      {open?.what === 'entry' && (
        <EntryDialog key={open.entry?.id} {...open} colleagues={colleagues} onRemove={removeEntry} onClose={close} />
      )}
      {open?.what === 'entry-card' && (
        <EntryCard
          key={open.event.id}
          event={open.event}
          beside={open.beside}
          color={colorOf(open.event)}
          onEdit={(entry) => setOpen({ what: 'entry', entry })}
          onRemove={removeEntry}
          onClose={close}
        />
      )}
      {open?.what === 'message' && <MessageDialog {...open} onClose={close} />}
      {open?.what === 'message-card' && (
        <MessageCard
          key={open.id}
          {...open}
          onEdit={(message) => setOpen({ what: 'message', message })}
          onClose={close}
        />
      )}
    </Page>
  );
}
