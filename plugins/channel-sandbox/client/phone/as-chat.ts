import { isMediaKind } from '@balcao/sdk/chat';
import type { ChatMessage } from '@balcao/sdk/chat';
import type { PhoneMessage } from '../../contract.ts';
import type { Outgoing } from './thread.ts';

/** Converts a stored message for the chat; the ack is displayed for the company’s messages. */
export const storedAsChat = (message: PhoneMessage): ChatMessage => {
  const { id, fromPhone, ack, at, media, data, menu, reactions, isEdited, isDeleted } = message;
  const files = message.medias ?? (media ? [media] : []);
  return {
    id,
    body: menu?.text ?? message.body,
    fromMe: fromPhone,
    createdAt: at,
    ack: fromPhone ? undefined : ack,
    files: files.map((file) => ({ ...file, type: isMediaKind(file.type) ? file.type : 'document' })),
    data,
    reactions: reactions.map(({ emoji, byPhone }) => ({ emoji, fromMe: byPhone, name: null })),
    isEdited,
    isDeleted,
  };
};

/** Converts a message that waits for the network. */
export const outgoingAsChat = ({ id, body, file, data, at, failure }: Outgoing): ChatMessage => ({
  id,
  body: body || (file?.name ?? ''),
  fromMe: true,
  createdAt: at,
  ack: failure === undefined ? 0 : undefined,
  data,
  isFailed: failure !== undefined,
});
