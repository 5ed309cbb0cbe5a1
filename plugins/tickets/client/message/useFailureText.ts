import { hasText, translate, usePoint, useT } from '@balcao/sdk/client';
import { channelType } from '@balcao/connections/contract';
import type { MessageView, TicketView } from '../../contract.ts';
import { firstName } from '../model/names.ts';

const failures = ['retry', 'refused', 'window', 'invalid-contact', 'disconnected', 'unknown'];
/** The next step is added to any reason of these kinds. */
const withNextStep = ['disconnected', 'unknown'];

/** Returns why a message was not sent: in the channel's text for the reason, else in general terms. */
export function useFailureText(
  { failure, failureReason: code }: MessageView,
  { channel, contact }: TicketView,
): string {
  const t = useT();
  const plugin = usePoint(channelType).find(({ id }) => id === channel)?.plugin;
  const reasonIn = (namespace: string): string | undefined => {
    const key = [`reason.${code}`, 'reason.other'].find((each) => hasText(namespace, each));
    return key && translate(namespace, key, { code });
  };
  const why = code === null ? undefined : ((plugin && reasonIn(plugin)) ?? reasonIn('tickets'));
  const known = failures.find((each) => each === failure) ?? 'other';
  if (code === 'channel-off' && why !== undefined) return t('failure.because-channel-off', { why });
  if (why === undefined) return t(`failure.${known}`, { name: firstName(contact.name) });
  return t(withNextStep.includes(known) ? `failure.because-${known}` : 'failure.because', { why });
}
