import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { ErrorCircle16Filled } from '@fluentui/react-icons';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { api, useT, useToasts } from '@balcao/sdk/client';
import { ext } from '@balcao/sdk/ui';
import type { MessageView } from '../../contract.ts';
import { messageAnswered } from '../data/useMessages.ts';
import { firstName } from '../model/names.ts';

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

/** Why something was not sent, with the ways on. */
export function NotSent({ reason, children }: { reason: string; children: ReactNode }) {
  const styles = useStyles();
  return (
    <div className={styles.line} role="alert">
      <ErrorCircle16Filled className={styles.icon} aria-hidden="true" />
      <span>{reason}</span>
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

const reasons = ['retry', 'refused', 'window', 'invalid-contact', 'disconnected', 'unknown'];

/** A message that the channel did not take. */
export function Failure({ message, contactName }: { message: MessageView; contactName: string }) {
  const t = useT();
  const toasts = useToasts();
  const [isBusy, setBusy] = useState(false);
  const reason = message.failure ?? '';
  const retry = async (): Promise<void> => {
    setBusy(true);
    const asked = performance.now();
    try {
      const again = await api.post<MessageView | undefined>(`/messages/${message.id}/retry`);
      messageAnswered(again?.id ? again : { ...message, failure: null, ack: 0 }, asked);
    } catch (error) {
      toasts.error(error);
    } finally {
      setBusy(false);
    }
  };
  const known = reasons.includes(reason) ? reason : 'other';
  return (
    <NotSent reason={t(`failure.${known}`, { name: firstName(contactName) })}>
      <NotSentAction busy={isBusy} onClick={() => void retry()}>
        {t('message.retry')}
      </NotSentAction>
    </NotSent>
  );
}
