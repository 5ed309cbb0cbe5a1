import { isMediaKind, plainText, shorten } from '@balcao/sdk/chat';
import type { PanelRow } from '../../panel.ts';

/** Maximum number of characters of the last message, as specified. */
const previewLength = 30;

interface Preview {
  /** A text of the customer or the company; undefined: the kind says it. */
  text?: string;
  /** Suffix of a locale key under `kind.`. */
  kind?: string;
}

/** The last message in one line. A picture inside the text is the small map of a shared location. */
export const previewOf = ({
  lastMessage,
  lastMessageType,
}: Pick<PanelRow, 'lastMessage' | 'lastMessageType'>): Preview => {
  if (lastMessageType === 'location' || lastMessage.includes('data:image/png;base64')) return { kind: 'location' };
  const text = shorten(plainText(lastMessage), previewLength);
  const kind = isMediaKind(lastMessageType) ? lastMessageType : undefined;
  if (text) return { text, ...(kind && { kind }) };
  return { kind: kind ?? 'none' };
};
