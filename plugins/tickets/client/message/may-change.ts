import type { ChannelCapabilities } from '@balcao/connections/contract';
import type { MessageView } from '../../contract.ts';

interface Own {
  message: MessageView;
  /** Written by this person. */
  isOwn: boolean;
}

/** One's own text: internal notes always, others where the channel supports edits of sent messages. */
export const mayEdit = ({ message, isOwn }: Own, capabilities: Partial<ChannelCapabilities>): boolean =>
  isOwn &&
  message.fromMe &&
  !message.isDeleted &&
  message.mediaType === null &&
  message.dataJson === null &&
  (message.onlyInternal || (Boolean(capabilities.edits) && message.ack > 0));

/** Internal notes and unsent messages always; others only where the channel supports deletion. */
export const mayDelete = ({ message, isOwn }: Own, capabilities: Partial<ChannelCapabilities>): boolean =>
  isOwn && message.fromMe && (Boolean(capabilities.deletes) || message.onlyInternal || message.failure !== null);
