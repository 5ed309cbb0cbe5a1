import { sql, type Scope } from '@balcao/sdk/server';
import { tickets } from '@balcao/tickets/contract';
import { since } from '../conversation/history.ts';
import { anonymous } from './anonymous.ts';

const maxMessages = 60;
const maxCharacters = 6_000;
/** Words of people after a question, in which its answer is looked for. */
const maxReplies = 6;

/** The words of a conversation, without personal data. */
export interface Material {
  ticketId: number;
  /** Lines of both sides, oldest first. */
  text: string;
  /** The words of the company's people, from which alone facts may be taken. */
  replies: string;
}

const virtualIds = async (scope: Scope): Promise<ReadonlySet<number>> => {
  const rows = await scope.sql.rows<{ id: number }>(sql`select id from users.public_user where is_virtual`);
  return new Set(rows.map(({ id }) => id));
};

/**
 * Reads an attendance, or from a time of it on; undefined: no person of the company wrote to the customer, so there is
 * nothing to learn from it.
 */
export const materialOf = async (scope: Scope, ticketId: number, from?: number): Promise<Material | undefined> => {
  const service = scope.use(tickets);
  const ticket = await service.find(ticketId);
  if (!ticket || ticket.isGroup) return undefined;
  const began = from ?? Date.parse(await since(scope, ticketId));
  const virtual = await virtualIds(scope);
  const all = (await service.messages(ticketId, { limit: maxMessages })).filter(
    ({ onlyInternal, isDeleted, timestamp }) => !onlyInternal && !isDeleted && !(timestamp < began - 2_000),
  );
  const lines: string[] = [];
  const replies: string[] = [];
  const names = [ticket.contact.name];
  let left = maxCharacters;
  for (const { body, summary, fromMe, user, mediaType } of all) {
    const isPerson = fromMe && user !== null && !virtual.has(user.id);
    const words = anonymous(scope, (body || (mediaType === 'audio' ? (summary ?? '') : '')).trim(), names);
    left -= words.length;
    if (words === '' || left < 0) continue;
    lines.push(`${isPerson ? 'Employee' : fromMe ? 'Program' : 'Customer'}: ${words}`);
    if (isPerson) replies.push(words);
    if (from !== undefined && replies.length >= maxReplies) break;
  }
  return replies.length === 0 ? undefined : { ticketId, text: lines.join('\n'), replies: replies.join('\n') };
};
