import { QuotedMessage as Quote, QuotedText as QuoteText } from '@balcao/sdk/chat';
import { useSession, useT } from '@balcao/sdk/client';
import type { QuotedMessage } from '../../contract.ts';
import { knownMessage } from '../data/useMessages.ts';
import { shortName } from '../model/names.ts';

/** Returns the author of the quoted message, as this person knows them. */
function useAuthor({ fromMe, user: author, participant }: QuotedMessage, contactName: string): string {
  const t = useT();
  const { user } = useSession();
  if (!fromMe) return participant || shortName(contactName);
  return author?.id === user.id ? t('message.you') : (author?.name ?? participant ?? t('message.us'));
}

/** Author and beginning of the quoted message. */
export function QuotedText({ quoted, contactName }: { quoted: QuotedMessage; contactName: string }) {
  return <QuoteText author={useAuthor(quoted, contactName)} body={quoted.body} type={quoted.mediaType} />;
}

export interface QuotedProps {
  quoted: QuotedMessage;
  ticketId: number;
  contactName: string;
  /** Scrolls to the quoted message. */
  onShow(messageId: number): void;
}

/** The message that another one answers. */
export function Quoted({ quoted, ticketId, contactName, onShow }: QuotedProps) {
  const author = useAuthor(quoted, contactName);
  // Only a loaded one: a small picture is not worth a request.
  const picture = quoted.mediaType === 'image' ? knownMessage(ticketId, quoted.id)?.mediaUrl : undefined;
  return (
    <Quote
      author={author}
      body={quoted.body}
      type={quoted.mediaType}
      picture={picture}
      onShow={() => onShow(quoted.id)}
    />
  );
}
