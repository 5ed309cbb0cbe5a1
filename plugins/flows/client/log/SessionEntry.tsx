import { useT } from '@balcao/sdk/client';
import type { LogEntryProps } from '@balcao/tickets/contract';
import type { FlowEnd } from '../../contract.ts';
import { originText } from './origin.ts';

interface Data {
  name?: string;
  origin?: string;
  reason?: FlowEnd;
}

/** A flow began to lead the customer. */
export function FlowStarted({ data, user }: LogEntryProps) {
  const t = useT();
  const { name, origin = '' } = (data ?? {}) as Data;
  const flow = name ? t('log.named', { name }) : t('log.flow');
  if (user) return <>{t('log.startedBy', { flow, user: user.name })}</>;
  const words = t('log.started', { flow });
  const from = originText(t, origin);
  return <>{from === undefined ? words : `${words} (${from})`}</>;
}

/** The flow ended, and why. */
export function FlowEnded({ data }: LogEntryProps) {
  const t = useT();
  const { name, reason } = (data ?? {}) as Data;
  const words = t('log.ended', { flow: name ? t('log.named', { name }) : t('log.flow') });
  return <>{reason ? `${words}: ${t(`ended.${reason}`)}` : words}</>;
}
