/**
 * Components that render messages: `@balcao/sdk/chat`. They know no ticket and request nothing from the server but
 * files.
 */
export type {
  ChatContact,
  ChatContacts,
  ChatLocation,
  ChatMedia,
  ChatMessage,
  ChatQuote,
  ChatReaction,
  MediaKind,
} from './chat-message.ts';

export { DeletedLine, Message } from './Message.tsx';
export type { MessageProps } from './Message.tsx';
export { MessageContent } from './MessageContent.tsx';
export type { MessageContentProps } from './MessageContent.tsx';
export { Bubble } from './Bubble.tsx';
export type { BubbleProps } from './Bubble.tsx';
export { MessageText, MessageTime } from './MessageText.tsx';
export type { MessageTextProps, MessageTimeProps } from './MessageText.tsx';
export { RichText } from './RichText.tsx';
export { Ticks } from './Ticks.tsx';
export type { TicksProps } from './Ticks.tsx';
export { Reactions } from './Reactions.tsx';
export type { ReactionsProps } from './Reactions.tsx';
export { QuotedMessage, QuotedText } from './QuotedMessage.tsx';
export type { QuotedMessageProps } from './QuotedMessage.tsx';
export { MessageSubject } from './MessageSubject.tsx';
export { ForwardedLine } from './ForwardedLine.tsx';
export { NewestPill } from './NewestPill.tsx';
export type { NewestPillProps } from './NewestPill.tsx';

export { Picture } from './Picture.tsx';
export type { PictureProps } from './Picture.tsx';
export { Album } from './Album.tsx';
export type { AlbumPicture, AlbumProps } from './Album.tsx';
export { VideoPlayer } from './VideoPlayer.tsx';
export { AudioPlayer } from './AudioPlayer.tsx';
export type { AudioPlayerProps } from './AudioPlayer.tsx';
export { DocumentCard } from './DocumentCard.tsx';
export type { DocumentCardProps } from './DocumentCard.tsx';
export { LocationCard } from './LocationCard.tsx';
export type { LocationCardProps } from './LocationCard.tsx';
export { ContactCards } from './ContactCards.tsx';
export type { ContactCardsProps } from './ContactCards.tsx';

export { parseText, plainText, shorten } from './formatting.ts';
export type { TextPiece } from './formatting.ts';
export { firstLink } from './first-link.ts';
export { MentionContext } from './mention-context.ts';
export { HighlightContext } from './highlight-context.ts';
export { isOnlyEmoji } from './only-emoji.ts';
export { isMediaKind, mediaIcons } from './media-kind.ts';
export { extensionOf, sizeText } from './file-facts.ts';
export { pictureShape } from './picture-shape.ts';
export type { Shape } from './picture-shape.ts';
export { moreReactions, quickReactions, reacted } from './reactions.ts';
