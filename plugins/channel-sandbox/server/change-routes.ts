import { invalid, z, type Host } from '@balcao/sdk/server';
import { channelInbox } from '@balcao/connections/contract';
import type manifest from '../manifest.ts';
import { storeReaction, publishChange } from './changes.ts';
import { number, params } from './input.ts';
import { requireLinked } from './connection-state.ts';
import { assertOwn, erased, identityOf } from './phone.ts';

const messageId = z.string('Required').min(1).max(200);
const ofMessage = params.extend({ id: messageId });

/** The routes of the person’s actions on existing messages. */
export const changeRoutes = (host: Host<typeof manifest>): void => {
  host.route('POST', '/sandbox/:connectionId/reactions', {
    access: 'sandbox:view',
    audit: false,
    summary: 'The phone reacts to a message; an empty emoji takes it back',
    input: { params, body: z.object({ from: number, id: messageId, emoji: z.string('Required').max(64) }) },
    handle: async (request, scope) => {
      const { connectionId } = request.params;
      const { from, id, emoji } = request.body;
      await requireLinked(scope, connectionId);
      await storeReaction(scope, { connectionId, number: from, id }, { emoji, byPhone: true });
      const reaction = { emoji, from: identityOf(from), at: new Date() };
      await scope.use(channelInbox).reaction(connectionId, id, reaction);
    },
  });
  host.route('PUT', '/sandbox/:connectionId/messages/:id', {
    access: 'sandbox:view',
    audit: false,
    summary: 'The phone edits its message',
    input: { params: ofMessage, body: z.object({ from: number, body: z.string('Required').max(65_536) }) },
    handle: async (request, scope) => {
      const { connectionId, id } = request.params;
      const { from, body } = request.body;
      if (body.trim() === '') throw invalid({ body: 'Required' });
      await requireLinked(scope, connectionId);
      await assertOwn(connectionId, from, id, scope);
      await scope.use(channelInbox).edited(connectionId, id, { body, editedAt: new Date() });
      publishChange(scope, connectionId, from, id, { body, isEdited: true });
    },
  });
  host.route('DELETE', '/sandbox/:connectionId/messages/:id', {
    access: 'sandbox:view',
    audit: false,
    summary: 'The phone deletes its message',
    input: { params: ofMessage, query: z.object({ from: number }) },
    handle: async (request, scope) => {
      const { connectionId, id } = request.params;
      const { from } = request.query;
      await requireLinked(scope, connectionId);
      await assertOwn(connectionId, from, id, scope);
      await scope.use(channelInbox).deleted(connectionId, id);
      publishChange(scope, connectionId, from, id, erased);
    },
  });
};
