import type { InfiniteData } from '@tanstack/react-query';
import type { ChatMessageView } from '../../contract.ts';

export interface MessagePage {
  records: ChatMessageView[];
  hasMore: boolean;
}

/**
 * Returns the pages, newest first, with a message that arrived, or nothing where they have to be read again: a long
 * text does not travel with its message, and a question that was replaced took later messages with it.
 */
export const withMessage = <Parameter>(
  { pages, pageParams }: InfiniteData<MessagePage, Parameter>,
  { isLong, ...message }: ChatMessageView & { isLong?: true },
): InfiniteData<MessagePage, Parameter> | undefined => {
  const known = pages.flatMap(({ records }) => records);
  const isKnown = known.some(({ id }) => id === message.id);
  const isLate = !isKnown && known.some(({ id }) => id > message.id);
  const replacesQuestion = isKnown && message.actor === 'user';
  if (isLong || isLate || replacesQuestion) return undefined;
  const [newest, ...older] = pages;
  if (!newest) return undefined;
  if (!isKnown) return { pages: [{ ...newest, records: [...newest.records, message] }, ...older], pageParams };
  const put = ({ records, hasMore }: MessagePage): MessagePage => ({
    records: records.map((one) => (one.id === message.id ? message : one)),
    hasMore,
  });
  return { pages: pages.map((page) => put(page)), pageParams };
};
