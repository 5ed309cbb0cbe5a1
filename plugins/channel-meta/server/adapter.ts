import { channelError, type ChannelAdapter, type Connection, type Identity } from '@balcao/connections/contract';
import type { Scope } from '@balcao/sdk/server';
import { answerKind, type MetaChannel } from '../contract.ts';
import { findAccount, idAtMeta, nodeOf } from './account/account.ts';
import { accountFields } from './account/fields.ts';
import { isComment } from './comments/comment-store.ts';
import { connect } from './connect.ts';
import { graph } from './graph/graph.ts';
import { mediaLimits } from './media/limits.ts';
import { kindOn } from './people/identity.ts';
import { releaseAccount } from './release.ts';
import { maxOptions, textLimits } from './send/payload.ts';
import { inChannelTerms, readyAccount, send } from './send/send.ts';

/** Makes a request that consists of an action only, which Meta wants alone. */
const act = async (scope: Scope, connection: Connection, to: Identity, action: object): Promise<void> => {
  const account = await readyAccount(scope, connection);
  await inChannelTerms(scope, connection.id, () =>
    graph(account, `${nodeOf(account)}/messages`, {
      method: 'POST',
      body: { recipient: { id: to.value }, ...action },
      signal: scope.signal,
    }),
  );
};

const isHeart = (emoji: string): boolean => /^(❤|❤️|♥️|♥)$/u.test(emoji);

/** Messenger accepts any emoji, Instagram documents the heart only. */
const reactionOf = (channel: MetaChannel, emoji: string): string => {
  if (channel === 'facebook') return emoji;
  if (!isHeart(emoji)) throw channelError('refused', 'only-heart');
  return 'love';
};

/** Returns the adapter of one of the two channels. */
export const adapterOf = (channel: MetaChannel): ChannelAdapter => ({
  id: channel,
  capabilities: {
    media: mediaLimits,
    data: [answerKind],
    text: textLimits[channel],
    windowHours: 24,
    personWindowHours: 168,
    reactions: true,
    quotes: true,
    typing: true,
    interactive: { max: maxOptions },
  },
  identityKind: kindOn(channel),
  async identityScope({ id }, scope) {
    const account = await findAccount(scope, id);
    return account ? idAtMeta(account) : String(id);
  },
  fields: accountFields(channel),
  // Far below Meta’s limit of 300, and what its limit for films allows in the long run.
  limits: () => ({ perSecond: 20, burst: 40 }),

  connect: (connection, scope) => connect(connection, scope),
  async disconnect() {
    // The subscription stays: messages that customers write meanwhile are stored all the same.
  },
  send,
  async react({ externalId }, emoji, to, connection, scope) {
    if (isComment(externalId)) throw channelError('refused', 'comment-reaction');
    const action =
      emoji === ''
        ? { sender_action: 'unreact', payload: { message_id: externalId } }
        : { sender_action: 'react', payload: { message_id: externalId, reaction: reactionOf(channel, emoji) } };
    await act(scope, connection, to, action);
  },
  async markRead(ids, to, connection, scope) {
    // Nobody is told that a comment was read.
    if (ids.every(isComment)) return;
    if (connection.status === 'CONNECTED') await act(scope, connection, to, { sender_action: 'mark_seen' });
  },
  async presence(state, to, connection, scope) {
    if (connection.status !== 'CONNECTED') return;
    await act(scope, connection, to, { sender_action: state === 'paused' ? 'typing_off' : 'typing_on' });
  },
  release: (connection, scope) => releaseAccount(connection, scope),
});
