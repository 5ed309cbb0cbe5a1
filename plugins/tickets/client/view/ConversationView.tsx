import { makeStyles, tokens } from '@fluentui/react-components';
import { useAtom } from 'jotai';
import { useCallback, useEffect, useRef, type ReactNode } from 'react';
import { PartBoundary, PartFailed, usePreload } from '@balcao/sdk/client';
import { ErrorState, ext } from '@balcao/sdk/ui';
import { Conversation } from '../conversation/Conversation.tsx';
import { ConversationSkeleton } from '../conversation/ConversationSkeleton.tsx';
import { useSteadyTicket } from '../data/useSteadyTicket.ts';
import { useTicket } from '../data/useTicket.ts';
import { ContactOverlay, ContactPanel, TicketDialogs } from '../pages/lazy-parts.ts';
import { useNextFrame } from '../pages/useNextFrame.ts';
import { contactWidth } from '../pages/useScreenLayout.ts';
import { closeOverlays, contactOverlayAtom } from './view-overlays.ts';
import { ViewScopeContext, type ViewScope } from './scope.ts';
import { ViewOverlays, overlayFailed } from './ViewOverlays.tsx';

const useStyles = makeStyles({
  view: { position: 'relative', display: 'flex', width: '100%', height: '100%', minWidth: 0, minHeight: 0 },
  conversation: { position: 'relative', flexGrow: 1, minWidth: 0, minHeight: 0 },
  contact: { flexShrink: 0, minHeight: 0, borderLeft: `1px solid ${tokens.colorNeutralStroke2}` },
  failed: { height: '100%', backgroundColor: ext.canvas },
  centre: { display: 'grid', placeItems: 'center', height: '100%', backgroundColor: ext.canvas },
});

export interface ConversationViewProps {
  uuid: string;
  scope: ViewScope;
  /** The contact panel has room beside the conversation; otherwise it opens over it. */
  contactFits: boolean;
  isContactBeside: boolean;
  onContactBeside(isBeside: boolean): void;
  /** A message to scroll to. */
  jump?: number | undefined;
  /** The jump has started. */
  onJump(): void;
  onBack?: () => void;
  onClose?: () => void;
  /** It was deleted while on the screen. */
  onDeleted(): void;
  /** This person may not open it, with the reason. */
  onRefused?: (refusal: string) => void;
  /** Rendered in place of the conversation, without `onRefused`. */
  refused?: (refusal: string) => ReactNode;
}

const conversationFailed = (cause: unknown, again: () => void, className: string): ReactNode => (
  <div className={className}>
    <PartFailed error={cause} onRetry={again} />
  </div>
);

/** A conversation with its overlays: contact panel, dialogs, pictures. */
export function ConversationView(props: ConversationViewProps) {
  const { uuid, scope, contactFits, isContactBeside, onContactBeside, refused, onRefused } = props;
  const styles = useStyles();
  const { ticket, error, refusal, refetch } = useTicket(uuid, onRefused);
  const [isOver, setOver] = useAtom(contactOverlayAtom, scope);
  usePreload(ContactPanel, ContactOverlay, TicketDialogs);
  useEffect(() => () => closeOverlays(scope.store), [scope]);
  const shown = useRef(uuid);
  useEffect(() => {
    // Effects also run again, for the same conversation, when the page is shown after a login.
    if (shown.current !== uuid) setOver(false);
    shown.current = uuid;
  }, [setOver, uuid]);
  const toggle = useCallback(
    () => (contactFits ? onContactBeside(!isContactBeside) : setOver((isOn) => !isOn)),
    [contactFits, isContactBeside, onContactBeside, setOver],
  );
  const showsBeside = contactFits && isContactBeside && ticket !== undefined;
  const ticketBeside = useNextFrame(useSteadyTicket(ticket));
  const conversation = ticket ? (
    <PartBoundary key={uuid} failed={(cause, again) => conversationFailed(cause, again, styles.centre)}>
      <Conversation
        ticket={ticket}
        isPanelOpen={showsBeside || isOver}
        onTogglePanel={toggle}
        jump={props.jump}
        onJump={props.onJump}
        {...(props.onBack && { onBack: props.onBack })}
        {...(props.onClose && { onClose: props.onClose })}
        onDeleted={props.onDeleted}
      />
    </PartBoundary>
  ) : refusal !== undefined && refused ? (
    refused(refusal)
  ) : error ? (
    <div className={styles.failed}>
      <ErrorState error={error} onRetry={() => void refetch()} />
    </div>
  ) : (
    <ConversationSkeleton />
  );
  return (
    <ViewScopeContext value={scope}>
      <div className={styles.view}>
        <div className={styles.conversation}>{conversation}</div>
        {showsBeside && (
          <div className={styles.contact} style={{ width: contactWidth }}>
            <PartBoundary>
              {ticketBeside && <ContactPanel key={ticketBeside.id} ticket={ticketBeside} onClose={toggle} />}
            </PartBoundary>
          </div>
        )}
        <ViewOverlays />
        {ticket && !contactFits && (
          <PartBoundary failed={(cause, again) => isOver && overlayFailed(cause, again)}>
            <ContactOverlay open={isOver} ticket={ticket} onClose={() => setOver(false)} />
          </PartBoundary>
        )}
      </div>
    </ViewScopeContext>
  );
}
