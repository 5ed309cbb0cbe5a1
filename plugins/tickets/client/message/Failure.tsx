import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { ErrorCircle16Filled } from '@fluentui/react-icons';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';
import { api, useSession, useT, useToasts } from '@balcao/sdk/client';
import { ext } from '@balcao/sdk/ui';
import type { MessageView, TicketView } from '../../contract.ts';
import { applyMessageResponse } from '../data/useMessages.ts';
import { useFailureText } from './useFailureText.ts';

const useStyles = makeStyles({
  line: {
    display: 'flex',
    alignItems: 'center',
    flexWrap: 'wrap',
    justifyContent: 'flex-end',
    gap: '2px 6px',
    maxWidth: 'min(76%, 520px)',
    paddingTop: '2px',
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    color: ext.bad,
    '@media (max-width: 599px)': { maxWidth: '86%' },
  },
  words: { display: 'flex', gap: '6px', minWidth: 0 },
  icon: { flexShrink: 0 },
  action: {
    minWidth: 0,
    height: '24px',
    padding: 0,
    color: ext.bad,
    fontSize: tokens.fontSizeBase200,
    fontWeight: tokens.fontWeightSemibold,
    textDecorationLine: 'underline',
    ':hover': { color: ext.bad },
    '@media (max-width: 599px)': { height: '40px' },
  },
});

/** Why a message was not sent, with actions. */
export function NotSent({ reason, children }: { reason: string; children: ReactNode }) {
  const styles = useStyles();
  return (
    <div className={styles.line} role="alert">
      <span className={styles.words}>
        <ErrorCircle16Filled className={styles.icon} aria-hidden="true" />
        {reason}
      </span>
      {children}
    </div>
  );
}

export function NotSentAction({ onClick, busy, children }: { onClick(): void; busy?: boolean; children: ReactNode }) {
  const styles = useStyles();
  return (
    <Button
      size="small"
      appearance="transparent"
      className={styles.action}
      disabledFocusable={busy ?? false}
      onClick={onClick}
    >
      {children}
    </Button>
  );
}

/** A message that the channel refused: the reason, and what can be done. */
export function Failure({ message, ticket }: { message: MessageView; ticket: TicketView }) {
  const t = useT();
  const toasts = useToasts();
  const navigate = useNavigate();
  const { can } = useSession();
  const words = useFailureText(message, ticket);
  const [isBusy, setBusy] = useState(false);
  const retry = async (): Promise<void> => {
    setBusy(true);
    const requestedAt = performance.now();
    try {
      const again = await api.post<MessageView | undefined>(`/messages/${message.id}/retry`);
      applyMessageResponse(again?.id ? again : { ...message, failure: null, failureReason: null, ack: 0 }, requestedAt);
    } catch (error) {
      toasts.error(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <NotSent reason={words}>
      {message.failureReason === 'channel-off'
        ? // Reconnecting does not help: people with the permission are led to the modules page.
          can('settings:view') && (
            <NotSentAction onClick={() => void navigate('/settings/modules')}>{t('message.modules')}</NotSentAction>
          )
        : message.failure === 'disconnected' &&
          can('connections:view') && (
            <NotSentAction onClick={() => void navigate('/connections')}>{t('message.reconnect')}</NotSentAction>
          )}
      <NotSentAction busy={isBusy} onClick={() => void retry()}>
        {t('message.retry')}
      </NotSentAction>
    </NotSent>
  );
}
