import { sql, type Scope } from '@balcao/sdk/server';
import { transcripts, type ModelMessage } from '@balcao/chatai/contract';
import { tickets, type MessageView } from '@balcao/tickets/contract';
import { asCustomer } from './prompt.ts';

const maxMessages = 60;
const maxCharacters = 24_000;

export interface History {
  messages: ModelMessage[];
  /** The customer's words since the company's last message, without tags. */
  lastWords: string;
  /** Everything that was written, for checks of the answer. */
  text: string;
  /** The customer's part of it. */
  customer: string;
  /** The company's part of it. */
  company: string;
  /** The last message of the customer. */
  uptoId: number;
}

/** Since when the conversation runs: it began or was last reopened. What came before belongs to another matter. */
export const since = async (scope: Scope, ticketId: number): Promise<string> => {
  const row = await scope.sql.one<{ at: string }>(
    sql`select to_json(coalesce(max(l.created_at), '-infinity'::timestamptz)) #>> '{}' as at from tickets.public_log l
         where l.ticket_id = ${ticketId} and l.type in ('create', 'reopen')`,
  );
  return row?.at ?? '';
};

/** The text of a voice message, if it can be had; a failure is described, never guessed. */
const transcriptOf = async (scope: Scope, id: number): Promise<string | undefined> => {
  try {
    return (await scope.find(transcripts)?.transcribe(id, { signal: scope.signal }))?.text;
  } catch (error) {
    scope.log.info(
      { message: id, code: (error as { code?: string }).code },
      'a voice message could not be transcribed',
    );
    return undefined;
  }
};

const wordsOf = async (scope: Scope, message: MessageView): Promise<string> => {
  const { body, files, mediaType, id, fromMe } = message;
  if (mediaType === 'audio' && !fromMe) {
    const text = await transcriptOf(scope, id);
    return text === undefined ? scope.t('history.unheard') : text;
  }
  const named = files.map(({ type, name }) => scope.t('history.file', { type: scope.t(`history.${type}`), name }));
  return [...named, body].filter((part) => part.trim() !== '').join('\n');
};

/** Joins messages of one side that follow each other: one answer for all of them. */
const joined = (messages: readonly ModelMessage[]): ModelMessage[] => {
  const all: ModelMessage[] = [];
  for (const message of messages) {
    const last = all.at(-1);
    if (last?.role === message.role) all[all.length - 1] = { ...last, content: `${last.content}\n${message.content}` };
    else all.push(message);
  }
  return all;
};

/**
 * Reads this conversation only, up to the customer's last message, or as it was at a message: customers are `user`, the
 * company is `assistant`.
 */
export const historyOf = async (scope: Scope, ticketId: number, at?: number): Promise<History> => {
  const from = Date.parse(await since(scope, ticketId));
  const all = await scope.use(tickets).messages(ticketId, {
    limit: maxMessages,
    ...(at !== undefined && { before: at + 1 }),
  });
  const shown = all.filter(
    ({ onlyInternal, isDeleted, timestamp }) => !onlyInternal && !isDeleted && !(timestamp < from - 2_000),
  );
  const said: { role: 'user' | 'assistant'; words: string }[] = [];
  let budget = maxCharacters;
  for (const message of shown.toReversed()) {
    const words = (await wordsOf(scope, message)).slice(0, 4_000);
    budget -= words.length;
    if (budget < 0) break;
    if (words !== '') said.unshift({ role: message.fromMe ? 'assistant' : 'user', words });
  }
  const wordsBy = (side: 'user' | 'assistant'): string =>
    said
      .filter(({ role }) => role === side)
      .map(({ words }) => words)
      .join('\n');
  const lastOwn = said.findLastIndex(({ role }) => role === 'assistant');
  return {
    messages: joined(
      joined(said.map(({ role, words }) => ({ role, content: words }))).map(({ role, content }) => ({
        role,
        content: role === 'user' ? asCustomer(content) : content,
      })),
    ),
    lastWords: said
      .slice(lastOwn + 1)
      .map(({ words }) => words)
      .join('\n'),
    text: said.map(({ words }) => words).join('\n'),
    customer: wordsBy('user'),
    company: wordsBy('assistant'),
    uptoId: shown.findLast(({ fromMe }) => !fromMe)?.id ?? 0,
  };
};
