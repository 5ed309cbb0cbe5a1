import { useAtom } from 'jotai';
import { useCallback } from 'react';
import { useNavigate } from 'react-router-dom';
import { useT, useToasts } from '@balcao/sdk/client';
import { ConversationView } from '../view/ConversationView.tsx';
import { usePageScope } from '../view/page-scope.ts';
import type { Store } from '../view/scope.ts';
import { contactPanelAtom } from './contact-panel.ts';
import { useMessageFromAddress } from './useMessageFromAddress.ts';

export interface PageConversationProps {
  uuid: string;
  store: Store;
  contactFits: boolean;
  /** Returns to the list. */
  onClose(): void;
  /** The list is not beside it. */
  isSingle: boolean;
}

/** The conversation of the page address, and the message that it names. */
export function PageConversation({ uuid, store, contactFits, onClose, isSingle }: PageConversationProps) {
  const t = useT();
  const toasts = useToasts();
  const navigate = useNavigate();
  const scope = usePageScope(store);
  const [isBeside, setBeside] = useAtom(contactPanelAtom);
  const [message, takeMessage] = useMessageFromAddress(uuid);
  const onRefused = useCallback(
    (refusal: string) => {
      toasts.error(refusal);
      void navigate(`/tickets${location.search}`, { replace: true });
    },
    [navigate, toasts],
  );
  return (
    <ConversationView
      uuid={uuid}
      scope={scope}
      contactFits={contactFits}
      isContactBeside={isBeside}
      onContactBeside={setBeside}
      jump={message}
      onJump={takeMessage}
      {...(isSingle && { onBack: onClose })}
      onDeleted={() => {
        toasts.info(t('action.deleted'));
        onClose();
      }}
      onRefused={onRefused}
    />
  );
}
