import type { ChannelCapabilities } from '@balcao/connections/contract';
import type { MessageView } from '../../contract.ts';

interface Own {
  message: MessageView;
  /** This person wrote it. */
  isOwn: boolean;
}

/** Text of one's own: notes are ours alone, the rest where the channel lets its author change what it took. */
export const mayEdit = ({ message, isOwn }: Own, capabilities: Partial<ChannelCapabilities>): boolean =>
  isOwn &&
  message.fromMe &&
  !message.isDeleted &&
  message.mediaType === null &&
  message.dataJson === null &&
  (message.onlyInternal || (Boolean(capabilities.edits) && message.ack > 0));

/** Notes and what was never sent are ours alone; the rest only where the channel takes it back. */
export const mayDelete = ({ message, isOwn }: Own, capabilities: Partial<ChannelCapabilities>): boolean =>
  isOwn && message.fromMe && (Boolean(capabilities.deletes) || message.onlyInternal || message.failure !== null);
