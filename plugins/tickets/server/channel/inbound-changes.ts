import { invalid, sql, type Scope, type Sql } from '@balcao/sdk/server';
import type { ChannelInbox } from '@balcao/connections/contract';
import type { MessageUpdate } from '../message/enqueue.ts';
import { deletedWords, reactionWords } from '../message/listed.ts';
import { publishMessageUpdate } from '../message/publish-message.ts';
import { maskedLive } from '../reader.ts';
import { retryOnConflict } from './retry-on-conflict.ts';

const maxEmojiLength = 64;

const storeChange = async (scope: Scope, statement: Sql): Promise<void> => {
  const news = await retryOnConflict(() => scope.sql.one<MessageUpdate>(statement));
  if (news) await publishMessageUpdate(scope, news, 'update');
};
const isTime = (at: Date | undefined): at is Date => at !== undefined && !Number.isNaN(at.getTime());
const assertId = (externalId: string): void => {
  if (externalId === '') throw invalid({ externalId: 'Required' });
};

/** Handles changes of existing messages that a channel reports: reactions, edits and deletions. */
export const inboundChanges = (scope: Scope): Pick<ChannelInbox, 'reaction' | 'edited' | 'deleted'> => ({
  async reaction(connectionId, externalId, { emoji, from, name, fromMe = false, at }) {
    assertId(externalId);
    const cleanEmoji = emoji.replaceAll('\0', '').toWellFormed().trim();
    if (cleanEmoji.length > maxEmojiLength) throw invalid({ emoji: 'Too Long!' });
    const author = fromMe ? 'us' : `${from.kind}:${from.value}`;
    const authorName = fromMe ? null : (name?.replaceAll('\0', '') ?? null);
    const time = isTime(at) ? at : new Date();
    await storeChange(
      scope,
      sql`select * from tickets.receive_reaction(${connectionId}::int, ${externalId}, ${author}, ${cleanEmoji}, ${fromMe}, ${authorName}::text,
            ${time}::timestamptz, ${fromMe ? null : reactionWords(scope, cleanEmoji)}::text, ${deletedWords(scope)}, ${maskedLive(scope)})`,
    );
  },

  async edited(connectionId, externalId, { body, editedAt }) {
    assertId(externalId);
    const time = isTime(editedAt) ? editedAt : new Date();
    await storeChange(
      scope,
      sql`select * from tickets.receive_edit(${connectionId}::int, ${externalId}, ${body.replaceAll('\0', '')}, ${time}::timestamptz, ${maskedLive(scope)})`,
    );
  },

  async deleted(connectionId, externalId) {
    assertId(externalId);
    await storeChange(
      scope,
      sql`select * from tickets.receive_deletion(${connectionId}::int, ${externalId}, ${deletedWords(scope)}, ${maskedLive(scope)})`,
    );
  },
});
