import { makeStyles, tokens } from '@fluentui/react-components';
import { createStore, useSetAtom } from 'jotai';
import { useCallback, useEffect, useState } from 'react';
import { useLocation, useNavigate, useParams, useSearchParams } from 'react-router-dom';
import { PartBoundary, usePreload, useShortcut, useT, useViewport } from '@balcao/sdk/client';
import { Segment, TouchTopBar } from '@balcao/sdk/ui';
import { ConversationSkeleton } from '../conversation/ConversationSkeleton.tsx';
import { useEarlyTicket } from '../data/useTicket.ts';
import { useOwnCounts } from '../data/useTicketList.ts';
import { ticketDialogAtom } from '../dialogs/ticket-dialogs.ts';
import { ListColumn } from '../list/ListColumn.tsx';
import { contactOverlayAtom } from '../view/view-overlays.ts';
import { ViewOverlays, overlayFailed } from '../view/ViewOverlays.tsx';
import { FilterPanel, PageConversation, RowMenu, SelectionBar, TicketDialogs, ViewsMenu } from './lazy-parts.ts';
import { closeAllOverlays } from './overlays.ts';
import { staysAtList } from './screen.ts';
import { useScreenLayout } from './useScreenLayout.ts';
import { Welcome } from './Welcome.tsx';

const useStyles = makeStyles({
  screen: { display: 'flex', height: '100%', minHeight: 0, overflow: 'hidden', position: 'relative' },
  list: { flexShrink: 0, minHeight: 0, borderRight: `1px solid ${tokens.colorNeutralStroke2}` },
  whole: { flexGrow: 1, minWidth: 0, minHeight: 0 },
  conversation: { flexGrow: 1, minWidth: 0, minHeight: 0, position: 'relative' },
  // Visible to screen readers only: the columns have headings of their own.
  heading: {
    position: 'absolute',
    width: '1px',
    height: '1px',
    margin: '-1px',
    overflow: 'hidden',
    clipPath: 'inset(50%)',
  },
});

/** Opens the dialog for a new ticket when the address says so: `?new=1`, `?new=1&contact=12`. */
function useNewFromAddress(): void {
  const [address, setAddress] = useSearchParams();
  const openDialog = useSetAtom(ticketDialogAtom);
  const wanted = address.get('new');
  const contactId = Number(address.get('contact')) || undefined;
  useEffect(() => {
    if (!wanted) return;
    openDialog({ kind: 'new', ...(contactId ? { contactId } : {}) });
    setAddress(
      (known) => {
        const next = new URLSearchParams(known);
        next.delete('new');
        next.delete('contact');
        return next;
      },
      { replace: true, state: staysAtList },
    );
  }, [contactId, openDialog, setAddress, wanted]);
}

/** The page of tickets: the list, the conversation and the contact panel. */
export default function TicketsPage() {
  const styles = useStyles();
  const t = useT();
  const navigate = useNavigate();
  const { ticketUuid } = useParams();
  const [address] = useSearchParams();
  const { touch, width } = useViewport();
  const { box, layout } = useScreenLayout();
  useEarlyTicket(ticketUuid);
  // A store of its own: overlays of the list are not overlays of the conversation.
  const [store] = useState(createStore);
  const [tab, setTab] = useState<'list' | 'chat'>(ticketUuid ? 'chat' : 'list');
  const unread = useOwnCounts()?.unread ?? 0;
  useNewFromAddress();
  useEffect(() => closeAllOverlays, []);
  usePreload(PageConversation, FilterPanel, RowMenu, TicketDialogs, SelectionBar, ViewsMenu);

  useEffect(() => setTab(ticketUuid ? 'chat' : 'list'), [ticketUuid]);
  const { key, state } = useLocation();
  // Also for the conversation that is open already: from its row, the bell or the palette.
  useEffect(() => {
    if (ticketUuid && state !== staysAtList) setTab('chat');
  }, [key, state, ticketUuid]);

  const search = address.toString();
  const close = useCallback(() => void navigate(`/tickets${search && `?${search}`}`), [navigate, search]);
  useShortcut('Escape', close, {
    label: t('shortcut.close'),
    group: t('shortcut.group'),
    when: () => ticketUuid !== undefined && !store.get(contactOverlayAtom),
  });
  const conversation =
    ticketUuid === undefined ? (
      <Welcome />
    ) : (
      <PartBoundary fallback={<ConversationSkeleton />} failed={overlayFailed}>
        <PageConversation
          uuid={ticketUuid}
          store={store}
          contactFits={layout.contactFits && !touch}
          onClose={close}
          isSingle={layout.isSingle && !touch}
        />
      </PartBoundary>
    );

  const dialogs = (
    <>
      <h1 className={styles.heading}>{t('page.title')}</h1>
      <ViewOverlays />
    </>
  );
  if (layout.isSingle && !touch) {
    return (
      <div ref={box} className={styles.screen}>
        <div className={styles.whole}>{tab === 'list' ? <ListColumn openUuid={ticketUuid} /> : conversation}</div>
        {dialogs}
      </div>
    );
  }
  if (touch) {
    return (
      <div ref={box} className={styles.screen}>
        <TouchTopBar>
          <Segment<'list' | 'chat'>
            label={t('page.title')}
            value={tab}
            onChange={setTab}
            options={[
              {
                value: 'list',
                label: t('page.list'),
                ...(unread > 0 && width >= 360 ? { count: unread, unread: tab === 'list' } : {}),
              },
              { value: 'chat', label: t('page.chat') },
            ]}
          />
        </TouchTopBar>
        <div className={styles.whole}>{tab === 'list' ? <ListColumn openUuid={ticketUuid} /> : conversation}</div>
        {dialogs}
      </div>
    );
  }
  return (
    <div ref={box} className={styles.screen}>
      <div className={styles.list} style={{ width: layout.listWidth }}>
        <ListColumn openUuid={ticketUuid} />
      </div>
      <div className={styles.conversation}>{conversation}</div>
      {dialogs}
    </div>
  );
}
