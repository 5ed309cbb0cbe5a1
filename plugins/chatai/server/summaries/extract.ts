import type { MessageView } from '@balcao/tickets/contract';
import type { Sections } from './summary-rows.ts';

const maxLength = 240;
const cut = (text: string): string => (text.length > maxLength ? `${text.slice(0, maxLength - 1).trimEnd()}…` : text);
const said = ({ body, summary }: MessageView): string => (body || summary || '').replace(/\s+/g, ' ').trim();

/** Numbers of a case, a benefit or an order: at least six digits, perhaps with signs between them. */
const numbers = /\b\d[\d./-]{4,}\d\b/g;

/**
 * Puts a summary together from the conversation's own sentences: the first of the customer, the last of the company,
 * and what the customer wrote after it. It is labelled as such wherever it is shown.
 */
export const extracted = (messages: readonly MessageView[]): Sections => {
  const spoken = messages.filter((message) => !message.onlyInternal && !message.isDeleted && said(message) !== '');
  const customer = spoken.filter(({ fromMe }) => !fromMe);
  const lastAnswer = spoken.findLastIndex(({ fromMe }) => fromMe);
  // Their first words are the reason already.
  const open = spoken.slice(lastAnswer + 1).filter((message) => !message.fromMe && message !== customer[0]);
  const data = new Set(customer.flatMap((message) => said(message).match(numbers) ?? []));
  const answer = spoken[lastAnswer];
  return {
    reason: cut(customer[0] ? said(customer[0]) : ''),
    done: cut(answer ? said(answer) : ''),
    pending: cut(open.map(said).join(' ')),
    data: cut([...data].slice(0, 8).join(', ')),
  };
};
