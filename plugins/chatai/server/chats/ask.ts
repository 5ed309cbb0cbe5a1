import { conflict, notFound, sql, type Scope } from '@balcao/sdk/server';
import { chatWriter, models, type ChatView } from '../../contract.ts';
import { publishMessage } from './publish-chat.ts';
import { writerName } from './writer.ts';

/** A super user who works inside a company is none of its people. */
export const authorOf = ({ user }: Scope): number | null => (user && user.impersonating !== true ? user.id : null);

const queueAnswer = (inner: Scope, chatId: number): Promise<{ id: number } | undefined> =>
  inner.sql.one<{ id: number }>(
    sql`insert into chatai.chat_message (chat_id, actor, state, user_id)
        values (${chatId}, 'assistant', 'queued', ${authorOf(inner)}) on conflict do nothing returning id`,
  );

/** Tells the writer. If it is away, it finds the answer itself when it is back. */
const announce = async (scope: Scope, messageId: number | undefined): Promise<void> => {
  if (messageId === undefined) return;
  await scope.sessions.ask(chatWriter, writerName, { messageId }).catch(() => undefined);
};

/**
 * A question that cannot be answered is not stored. The page keeps its text, but shows the reason in place of the field
 * until questions can be answered again.
 */
const assertReady = async (scope: Scope): Promise<void> => {
  const { reason } = await scope.use(models).available('chat');
  if (reason !== null) throw conflict(reason);
};

/** Stores a question and queues its answer; a question that comes during an answer waits for the next one. */
export const ask = async (scope: Scope, chat: ChatView, message: string): Promise<number> => {
  await assertReady(scope);
  const { question, answer } = await scope.tx(async (inner) => {
    const row = await inner.sql.one<{ id: number }>(
      sql`insert into chatai.chat_message (chat_id, actor, message, user_id)
          values (${chat.id}, 'user', ${message}, ${authorOf(inner)}) returning id`,
    );
    const queued = await queueAnswer(inner, chat.id);
    await inner.sql.run(sql`update chatai.chat set updated_at = now() where id = ${chat.id}`);
    await publishMessage(inner, row?.id ?? 0);
    if (queued) await publishMessage(inner, queued.id);
    return { question: row?.id ?? 0, answer: queued?.id };
  });
  await announce(scope, answer);
  return question;
};

/** Replaces the last answer by a new one, after changing its question if a text is given. */
export const askAgain = async (scope: Scope, chat: ChatView, message: string | undefined): Promise<number> => {
  await assertReady(scope);
  const answer = await scope.tx(async (inner) => {
    // Two people who ask again meet here; the second finds an answer in work.
    await inner.sql.one(sql`select id from chatai.chat where id = ${chat.id} for update`);
    const row = await inner.sql.one<{ question: number; isWriting: boolean }>(
      sql`select max(id) filter (where actor = 'user') as question,
                 bool_or(state in ('queued', 'writing')) as "isWriting"
            from chatai.chat_message where chat_id = ${chat.id}`,
    );
    if (row?.isWriting) throw conflict('ERR_AI_WRITING');
    if (!row?.question) throw notFound('ERR_NO_MESSAGE_FOUND');
    await inner.sql.run(sql`delete from chatai.chat_message where chat_id = ${chat.id} and id > ${row.question}`);
    if (message !== undefined)
      await inner.sql.run(sql`update chatai.chat_message set message = ${message} where id = ${row.question}`);
    const queued = await queueAnswer(inner, chat.id);
    await publishMessage(inner, row.question);
    if (queued) await publishMessage(inner, queued.id);
    return queued?.id ?? 0;
  });
  await announce(scope, answer);
  return answer;
};

/** Stops the answer in work; the text that came is kept. One that still waits for its turn is given up at once. */
export const stop = async (scope: Scope, chat: ChatView): Promise<void> => {
  const row = await scope.sql.one<{ id: number; state: string }>(
    sql`update chatai.chat_message
           set is_stopping = true, state = case state when 'queued' then 'stopped' else state end
         where chat_id = ${chat.id} and state in ('queued', 'writing') returning id, state`,
  );
  if (!row) return;
  if (row.state === 'stopped') return publishMessage(scope, row.id);
  await scope.sessions.ask(chatWriter, writerName, { messageId: row.id, stops: true }).catch(() => undefined);
};
