import { AppError, sql, type Scope } from '@balcao/sdk/server';
import { models, type ChatMessageState } from '../../contract.ts';
import { contextOf } from './chat-context.ts';
import { publishMessage } from './publish-chat.ts';
import { AnswerStream } from './stream.ts';

interface Claimed {
  chatId: number;
  userId: number | null;
}

/** Takes an answer that waits; undefined: another call has it, or it is gone. */
const claim = (scope: Scope, messageId: number): Promise<Claimed | undefined> =>
  scope.sql.one<Claimed>(
    sql`update chatai.chat_message set state = 'writing', seen_at = now()
         where id = ${messageId} and state = 'queued' returning chat_id as "chatId", user_id as "userId"`,
  );

/** Queues the next answer if more was asked since this one; returns its id. */
export const queueNext = async (inner: Scope, messageId: number, chatId: number): Promise<number | undefined> => {
  // The answer's own row is older than a question that came while it was written.
  const next = await inner.sql.one<{ id: number }>(
    sql`insert into chatai.chat_message (chat_id, actor, state, user_id)
        select m.chat_id, 'assistant', 'queued', m.user_id from chatai.chat_message m
         where m.chat_id = ${chatId} and m.actor = 'user' and m.id > ${messageId} order by m.id desc limit 1
        on conflict do nothing returning id`,
  );
  return next?.id;
};

/**
 * Stores how an answer ended, and queues the next one if more was asked meanwhile. Returns the id of the next answer.
 */
const settle = (
  scope: Scope,
  messageId: number,
  chatId: number,
  outcome: { text: string; state: ChatMessageState; error: string | null; ms: number },
): Promise<number | undefined> =>
  scope.tx(async (inner) => {
    const settled = await inner.sql.run(
      sql`update chatai.chat_message
             set message = ${outcome.text}, state = ${outcome.state}, error = ${outcome.error}, ms = ${outcome.ms}
           where id = ${messageId} and state = 'writing'`,
    );
    // Another node gave it up because this one seemed dead, and queued the next answer.
    if (settled === 0) return undefined;
    await inner.sql.run(sql`update chatai.chat set updated_at = now() where id = ${chatId}`);
    const next = await queueNext(inner, messageId, chatId);
    await publishMessage(inner, messageId);
    if (next !== undefined) await publishMessage(inner, next);
    return next;
  });

/** Writes one answer from its turn to its end, however it ends. Returns the id of the next one. */
export const writeAnswer = async (
  scope: Scope,
  messageId: number,
  controller: AbortController,
): Promise<number | undefined> => {
  const claimed = await claim(scope, messageId);
  if (!claimed) return undefined;
  const { chatId, userId } = claimed;
  const began = performance.now();
  const stream = new AnswerStream(scope, { chatId, messageId }, () => controller.abort());
  let state: ChatMessageState = 'done';
  let error: string | null = null;
  try {
    await publishMessage(scope, messageId);
    const service = scope.use(models);
    const { window } = await service.available('chat');
    const messages = await contextOf(scope, chatId, messageId, {
      tokens: window,
      reserved: 2000,
      signal: controller.signal,
    });
    const { finish } = await service.complete({
      purpose: 'chat',
      messages,
      chatId,
      ...(userId !== null && { userId }),
      signal: controller.signal,
      onText: (piece) => stream.add(piece),
    });
    if (finish === 'cut') state = 'cut';
    if (finish === 'length') error = 'ERR_AI_LENGTH';
  } catch (failure) {
    const code = failure instanceof AppError ? failure.code : 'ERR_AI_DOWN';
    const isStopped = code === 'ERR_AI_STOPPED' && !scope.signal.aborted;
    state = isStopped ? 'stopped' : 'failed';
    // A node that ends is no person's wish: the answer can be asked for again.
    error = isStopped ? null : code === 'ERR_AI_STOPPED' ? 'ERR_AI_NODE' : code;
    if (!(failure instanceof AppError)) scope.log.error({ error: failure, message: messageId }, 'an answer failed');
  }
  stream.finish();
  const ms = Math.round(performance.now() - began);
  const next = await settle(scope, messageId, chatId, { text: stream.text, state, error, ms });
  stream.end();
  return next;
};
