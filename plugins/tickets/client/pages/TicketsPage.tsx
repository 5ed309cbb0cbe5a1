import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { useAtom, useAtomValue, useSetAtom } from 'jotai';
import { useCallback, useEffect, useState } from 'react';
import { useLocation, useNavigate, useParams, useSearchParams } from 'react-router-dom';
import { PartBoundary, PartFailed, usePreload, useShortcut, useT, useToasts, useViewport } from '@balcao/sdk/client';
import { ErrorState, Segment, TouchTopBar, ext } from '@balcao/sdk/ui';
import { ConversationSkeleton } from '../conversation/ConversationSkeleton.tsx';
import { useSteadyTicket } from '../data/useSteadyTicket.ts';
import { useTicket } from '../data/useTicket.ts';
import { useOwnCounts } from '../data/useTicketList.ts';
import { ticketDialogAtom } from '../dialogs/ticket-dialogs.ts';
import { ListColumn } from '../list/ListColumn.tsx';
import { viewedPictureAtom } from '../message/media/viewed-picture.ts';
import {
  ContactOver,
  ContactPanel,
  Conversation,
  FilterPanel,
  PictureViewer,
  RowMenu,
  SelectionBar,
  TicketDialogs,
  ViewsMenu,
} from './later.ts';
import { closeAllOver } from './over.ts';
import { contactOverAtom, contactPanelAtom, staysAtList } from './screen.ts';
import { useLater } from './useLater.ts';
import { contactWidth, useScreenLayout } from './useScreenLayout.ts';
import { Welcome } from './Welcome.tsx';

const useStyles = makeStyles({
  screen: { display: 'flex', height: '100%', minHeight: 0, overflow: 'hidden', position: 'relative' },
  list: { flexShrink: 0, minHeight: 0, borderRight: `1px solid ${tokens.colorNeutralStroke2}` },
  whole: { flexGrow: 1, minWidth: 0, minHeight: 0 },
  conversation: { flexGrow: 1, minWidth: 0, minHeight: 0, position: 'relative' },
  failed: { height: '100%', backgroundColor: ext.canvas },
  centre: { display: 'grid', placeItems: 'center' },
  over: {
    position: 'absolute',
    inset: 0,
    pointerEvents: 'none',
    '& > *': { pointerEvents: 'auto', backgroundColor: ext.raised },
  },
  // The columns have headings of their own; this one is for those who listen.
  heading: {
    position: 'absolute',
    width: '1px',
    height: '1px',
    margin: '-1px',
    overflow: 'hidden',
    clipPath: 'inset(50%)',
  },
  contact: { flexShrink: 0, minHeight: 0, borderLeft: `1px solid ${tokens.colorNeutralStroke2}` },
});

/** Opens the new-ticket dialog when the address asks for it: `?new=1`, `?new=1&contact=12`. */
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

/** Where the day is spent: the list, the conversation, and who it is with. */
export default function TicketsPage() {
  const styles = useStyles();
  const t = useT();
  const toasts = useToasts();
  const navigate = useNavigate();
  const { ticketUuid } = useParams();
  const [address] = useSearchParams();
  const { touch, width } = useViewport();
  const { box, layout } = useScreenLayout();
  const { ticket, error, refetch } = useTicket(ticketUuid);
  const [isBeside, setBeside] = useAtom(contactPanelAtom);
  const [isOver, setOver] = useAtom(contactOverAtom);
  const [tab, setTab] = useState<'list' | 'chat'>(ticketUuid ? 'chat' : 'list');
  const unread = useOwnCounts()?.unread ?? 0;
  const dialog = useAtomValue(ticketDialogAtom);
  const picture = useAtomValue(viewedPictureAtom);
  useNewFromAddress();
  useEffect(() => closeAllOver, []);
  usePreload(Conversation, ContactPanel, ContactOver, FilterPanel, RowMenu, TicketDialogs, SelectionBar, ViewsMenu);

  useEffect(() => setTab(ticketUuid ? 'chat' : 'list'), [ticketUuid]);
  const { key, state } = useLocation();
  // Also what is open already is gone to, from its row, the bell or the palette.
  useEffect(() => {
    if (ticketUuid && state !== staysAtList) setTab('chat');
  }, [key, state, ticketUuid]);
  useEffect(() => setOver(false), [setOver, ticketUuid]);

  const search = address.toString();
  const close = useCallback(() => void navigate(`/tickets${search && `?${search}`}`), [navigate, search]);
  useShortcut('Escape', close, {
    label: t('shortcut.close'),
    group: t('shortcut.group'),
    when: () => ticketUuid !== undefined && !isOver,
  });
  const fitsBeside = layout.contactFits && !touch;
  const togglePanel = useCallback(
    () => (fitsBeside ? setBeside(!isBeside) : setOver((isOn) => !isOn)),
    [fitsBeside, isBeside, setBeside, setOver],
  );
  const showsBeside = !touch && layout.contactFits && isBeside && ticket !== undefined;
  const ticketBeside = useLater(useSteadyTicket(ticket));

  const inTheMiddle = (cause: unknown, again: () => void) => (
    <div className={mergeClasses(styles.failed, styles.centre)}>
      <PartFailed error={cause} onRetry={again} />
    </div>
  );
  /** Where a dialog would have opened. */
  const over = (cause: unknown, again: () => void) => (
    <div className={mergeClasses(styles.over, styles.centre)}>
      <PartFailed error={cause} onRetry={again} />
    </div>
  );
  const conversation =
    ticketUuid === undefined ? (
      <Welcome />
    ) : ticket ? (
      <PartBoundary key={ticket.uuid} fallback={<ConversationSkeleton />} failed={inTheMiddle}>
        <Conversation
          ticket={ticket}
          isPanelOpen={showsBeside || isOver}
          onTogglePanel={togglePanel}
          {...(layout.isSingle && !touch && { onBack: close })}
          onDeleted={() => {
            toasts.info(t('action.deleted'));
            close();
          }}
        />
      </PartBoundary>
    ) : error ? (
      <div className={styles.failed}>
        <ErrorState error={error} onRetry={() => void refetch()} />
      </div>
    ) : (
      <ConversationSkeleton />
    );

  const dialogs = (
    <>
      <h1 className={styles.heading}>{t('page.title')}</h1>
      {dialog && (
        <PartBoundary failed={over}>
          <TicketDialogs />
        </PartBoundary>
      )}
      {picture && (
        <PartBoundary failed={over}>
          <PictureViewer />
        </PartBoundary>
      )}
      {ticket && (!layout.contactFits || touch) && (
        <PartBoundary failed={(cause, again) => isOver && over(cause, again)}>
          <ContactOver open={isOver} ticket={ticket} onClose={() => setOver(false)} />
        </PartBoundary>
      )}
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
      {showsBeside && (
        <div className={styles.contact} style={{ width: contactWidth }}>
          <PartBoundary>
            {ticketBeside && <ContactPanel key={ticketBeside.id} ticket={ticketBeside} onClose={togglePanel} />}
          </PartBoundary>
        </div>
      )}
      {dialogs}
    </div>
  );
}
