import { Button, CounterBadge, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import {
  ChatAdd20Regular,
  ErrorCircle16Regular,
  TextAlignCenter20Filled,
  TextAlignCenter20Regular,
} from '@fluentui/react-icons';
import { useAtom, useSetAtom } from 'jotai';
import { memo, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { PartBoundary, useSession, useShortcut, useT } from '@balcao/sdk/client';
import { ErrorState, IconButton, SearchBox, Segment, Tabs, ext } from '@balcao/sdk/ui';
import { listNotices, type FoundMessage, type TicketView } from '../../contract.ts';
import { isBack, unsnoozeTicket } from '../data/marks.ts';
import { showAllAtom } from '../data/show-all.ts';
import { useTicketCounts, useTicketList } from '../data/useTicketList.ts';
import { useTopRows } from '../data/useTopRows.ts';
import { useTicketActions } from '../data/useTicketActions.ts';
import { ticketDialogAtom, useTicketDialogs } from '../dialogs/ticket-dialogs.ts';
import { countFilters, searchTerm, withoutFilters } from '../model/list-filters.ts';
import { FilterPanel, ListEmpty, PeekDialog, RowMenu, SelectionBar } from '../pages/lazy-parts.ts';
import { filterPanelAtom } from '../pages/screen.ts';
import { MessagesFallback, MessageHits, MessagesBar } from '../search/lazy-parts.ts';
import { useMessagesView } from '../search/useMessagesView.ts';
import { FilterLine } from './FilterLine.tsx';
import { ListSkeleton } from './ListSkeleton.tsx';
import { OrderButton } from './order/OrderButton.tsx';
import { peekPermission, peekedTicketAtom } from './peek/peeked-ticket.ts';
import type { RowMenuAt } from './RowMenu.tsx';
import { useSelection } from './selection/useSelection.ts';
import { TicketRows } from './TicketRows.tsx';
import { useListFilters } from './useListFilters.ts';
import { ViewsButton } from './views/ViewsButton.tsx';

const useStyles = makeStyles({
  column: { display: 'flex', flexDirection: 'column', height: '100%', minHeight: 0, minWidth: 0 },
  head: {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'space-between',
    height: '48px',
    padding: '0 8px 0 8px',
    flexShrink: 0,
  },
  // The same height as what it replaces, so that nothing below it moves.
  bar: { height: '88px', flexShrink: 0 },
  fresh: { color: tokens.colorBrandForeground1, fontWeight: tokens.fontWeightSemibold, minWidth: 0 },
  tools: { display: 'flex', gap: '8px', padding: '0 12px 8px', flexShrink: 0 },
  away: { display: 'none' },
  search: { flexGrow: 1, minWidth: 0 },
  filter: { position: 'relative', flexShrink: 0 },
  filterOn: { color: tokens.colorBrandForeground1, backgroundColor: tokens.colorSubtleBackgroundSelected },
  number: { position: 'absolute', top: '-6px', right: '-6px', pointerEvents: 'none' },
  rows: { position: 'relative' },
  orders: {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'space-between',
    gap: '8px',
    padding: '0 12px 2px 16px',
    flexShrink: 0,
  },
  unsent: { minWidth: 0, padding: '0 4px', whiteSpace: 'nowrap', color: ext.bad, fontWeight: tokens.fontWeightMedium },
  segment: { padding: '0 12px 8px', flexShrink: 0 },
});

const listId = 'ticket-list';
const panelId = 'ticket-filters';
const withParam = (path: string, name: string, value: string): string =>
  `${path}${path.includes('?') ? '&' : '?'}${name}=${value}`;

/** The left column: the list of tickets. */
export const ListColumn = memo(function ListColumn({ openUuid }: { openUuid: string | undefined }) {
  const styles = useStyles();
  const t = useT();
  const navigate = useNavigate();
  const [filters, change] = useListFilters();
  const [isPanelOpen, setPanelOpen] = useAtom(filterPanelAtom);
  const openDialog = useSetAtom(ticketDialogAtom);
  const setShowAll = useSetAtom(showAllAtom);
  const actions = useTicketActions();
  const list = useTicketList(filters);
  const rows = useTopRows(filters, list.rows);
  const counts = useTicketCounts(filters);
  const { can, user } = useSession();
  const dialogs = useTicketDialogs();
  const [peeked, setPeeked] = useAtom(peekedTicketAtom);
  const [menu, setMenu] = useState<RowMenuAt>();
  const rowsBox = useRef<HTMLDivElement>(null);
  const tools = useRef<HTMLDivElement>(null);
  const active = countFilters(filters);
  const term = searchTerm(filters);
  const messagesView = useMessagesView();
  const showsMessages = term !== '' && messagesView.isOn;
  const seesOthers = filters.showAll || filters.userIds.some((id) => id !== user.id);

  // Live updates of everybody's tickets are received only while they are shown.
  useEffect(() => {
    setShowAll(seesOthers);
    return () => setShowAll(false);
  }, [seesOthers, setShowAll]);

  const found =
    filters.status === 'closed' ? counts?.closed : counts?.open[filters.status === 'open' ? 'assigned' : 'pending'];
  const unsent = filters.unsent || filters.status === 'closed' ? 0 : (counts?.unsent ?? 0);
  const { fetchNextPage, hasNextPage, isFetchingNextPage } = list;
  const onMore = useCallback(() => {
    if (hasNextPage && !isFetchingNextPage) void fetchNextPage();
  }, [fetchNextPage, hasNextPage, isFetchingNextPage]);
  const name = useMemo(() => JSON.stringify(filters), [filters]);
  const selection = useSelection(rows, name);
  const mayPeek = can(peekPermission);
  const onPeek = useCallback((ticket: TicketView) => mayPeek && setPeeked(ticket), [mayPeek, setPeeked]);
  const openRow = useCallback(
    (ticket: TicketView) => {
      actions.open(ticket);
      // Its snooze was over, and it is opened now.
      if (isBack(ticket.id)) void unsnoozeTicket(ticket.id).catch(() => undefined);
    },
    [actions],
  );
  const onMenu = useCallback((at: RowMenuAt) => setMenu(at), []);
  const openHit = ({ ticketUuid, status, id }: FoundMessage) =>
    void navigate(withParam(actions.pathOf({ uuid: ticketUuid, status }), 'message', String(id)));
  const backToRows = () => rowsBox.current?.focus({ preventScroll: true });

  const empty = { filters, counts, onChange: change, onNew: () => openDialog({ kind: 'new' }) };

  useShortcut('n', () => openDialog({ kind: 'new' }), { label: t('list.newTicket'), group: t('shortcut.group') });
  useShortcut('s', () => tools.current?.querySelector('input')?.focus(), {
    label: t('list.search'),
    group: t('shortcut.group'),
  });

  return (
    <section className={styles.column} aria-label={t('page.title')} data-notices={listNotices}>
      {selection.isOn ? (
        <PartBoundary fallback={<div className={styles.bar} />}>
          <SelectionBar
            selection={selection}
            loaded={rows.length}
            onMenu={(ticket) => setMenu({ ticket, x: 64, y: 48, isChosen: true })}
          />
        </PartBoundary>
      ) : (
        <div className={styles.head}>
          <Tabs
            label={t('list.tabs.label')}
            value={filters.status === 'closed' ? 'closed' : 'open'}
            onChange={(status) => change({ status })}
            options={[
              { value: 'open', label: t('list.tabs.open') },
              { value: 'closed', label: t('list.tabs.closed') },
            ]}
          />
          <Button
            appearance="transparent"
            className={styles.fresh}
            icon={<ChatAdd20Regular />}
            onClick={() => openDialog({ kind: 'new' })}
          >
            {t('list.new')}
          </Button>
        </div>
      )}
      <div className={mergeClasses(styles.tools, selection.isOn && styles.away)} ref={tools}>
        <SearchBox
          className={styles.search}
          value={filters.search}
          // Clearing the search returns to the open conversations.
          onChange={(search) => change(search === '' ? { search, status: 'open' } : { search })}
          placeholder={t('list.search')}
        />
        <ViewsButton />
        <span className={styles.filter}>
          <IconButton
            appearance="outline"
            className={mergeClasses(isPanelOpen && styles.filterOn)}
            icon={isPanelOpen ? <TextAlignCenter20Filled /> : <TextAlignCenter20Regular />}
            label={active > 0 ? t('filter.openWith', { count: active }) : t('filter.title')}
            aria-expanded={isPanelOpen}
            aria-controls={isPanelOpen ? panelId : undefined}
            onClick={() => setPanelOpen(!isPanelOpen)}
          />
          {active > 0 && <CounterBadge className={styles.number} size="small" count={active} aria-hidden="true" />}
        </span>
      </div>
      {isPanelOpen && (
        <PartBoundary>
          <FilterPanel id={panelId} filters={filters} found={found} onChange={change} />
        </PartBoundary>
      )}
      {!isPanelOpen && active > 0 && (
        <FilterLine found={found} active={active} onClear={() => change(withoutFilters(filters))} />
      )}
      {filters.status !== 'closed' && !showsMessages && (
        <div className={styles.segment}>
          <Segment
            label={t('list.segment.label')}
            value={filters.status}
            controls={listId}
            onChange={(status) => change({ status })}
            options={[
              { value: 'open', label: t('list.segment.open'), count: counts?.open.assigned ?? 0 },
              { value: 'pending', label: t('list.segment.pending'), count: counts?.open.pending ?? 0 },
            ]}
          />
        </div>
      )}
      {!showsMessages && (rows.length > 0 || list.isPending) && (
        <div className={styles.orders}>
          <OrderButton status={filters.status} />
          {unsent > 0 && (
            <Button
              size="small"
              appearance="transparent"
              className={styles.unsent}
              icon={<ErrorCircle16Regular />}
              onClick={() => change({ unsent: true, status: 'open' })}
            >
              {t('list.unsent', { count: unsent })}
            </Button>
          )}
        </div>
      )}
      <div
        id={listId}
        role="tabpanel"
        aria-label={t(`list.panel.${filters.status}`)}
        className={mergeClasses(styles.column, styles.rows)}
      >
        {showsMessages ? (
          <PartBoundary fallback={<ListSkeleton />}>
            <MessageHits
              key={term}
              term={term}
              openUuid={openUuid}
              onOpen={openHit}
              onBack={() => {
                messagesView.show(false);
                tools.current?.querySelector('input')?.focus();
              }}
            />
          </PartBoundary>
        ) : list.isPending ? (
          <ListSkeleton />
        ) : list.isError && rows.length === 0 ? (
          <ErrorState error={list.error} onRetry={() => void list.refetch()} />
        ) : rows.length === 0 ? (
          <PartBoundary fallback={term === '' ? null : <ListSkeleton />}>
            {term === '' ? (
              <ListEmpty {...empty} />
            ) : (
              <MessagesFallback {...empty} term={term} openUuid={openUuid} onOpenHit={openHit} />
            )}
          </PartBoundary>
        ) : (
          <TicketRows
            key={name}
            name={name}
            label={t(`list.panel.${filters.status}`)}
            rows={rows}
            total={found ?? rows.length}
            openUuid={openUuid}
            hasMore={hasNextPage}
            hasFailed={list.isFetchNextPageError}
            onMore={onMore}
            onOpen={openRow}
            onMenu={onMenu}
            onPeek={onPeek}
            onResolve={dialogs.resolve}
            onDialog={openDialog}
            selection={selection}
            actions={actions}
            box={rowsBox}
          />
        )}
        {term !== '' && !showsMessages && rows.length > 0 && (
          <PartBoundary>
            <MessagesBar term={term} onShow={() => messagesView.show(true)} />
          </PartBoundary>
        )}
      </div>
      {menu && (
        <PartBoundary>
          <RowMenu
            at={{ ...menu, isChosen: selection.ids.has(menu.ticket.id) }}
            onOpen={actions.open}
            onChoose={({ id }) => selection.toggle(id)}
            onPeek={onPeek}
            onClose={() => {
              setMenu(undefined);
              backToRows();
            }}
            actions={actions}
          />
        </PartBoundary>
      )}
      {peeked && (
        <PartBoundary>
          <PeekDialog
            ticketId={peeked.id}
            ticket={peeked}
            onOpen={actions.open}
            onClose={() => {
              setPeeked(undefined);
              backToRows();
            }}
          />
        </PartBoundary>
      )}
    </section>
  );
});
