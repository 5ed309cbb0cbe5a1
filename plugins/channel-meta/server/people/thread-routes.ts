import { conflict, notFound, z, type Host, type Scope } from '@balcao/sdk/server';
import { contacts, type Identity } from '@balcao/contacts/contract';
import { tickets } from '@balcao/tickets/contract';
import { isMetaChannel, type ThreadView } from '../../contract.ts';
import type manifest from '../../manifest.ts';
import { findAccount, idAtMeta, nodeOf, withApp, type Account } from '../account/account.ts';
import { reportEnded } from '../connect.ts';
import { graph } from '../graph/graph.ts';
import { askMeta } from '../login/login-routes.ts';
import { kindOn } from './identity.ts';
import { findProfile, isElsewhere, storeThreadOwner } from './profile-store.ts';

const params = z.object({ ticketId: z.coerce.number().int().positive().max(2_147_483_647) });

interface Thread {
  account: Account;
  person: Identity;
}

/** Returns the account and person of a conversation, for people who may open it. */
export const threadOf = async (scope: Scope, ticketId: number): Promise<Thread> => {
  await scope.use(tickets).assertReadable(ticketId);
  const ticket = await scope.use(tickets).find(ticketId);
  const account =
    ticket?.whatsappId && isMetaChannel(ticket.channel) ? await findAccount(scope, ticket.whatsappId) : undefined;
  const person =
    ticket &&
    account &&
    (await scope
      .use(contacts)
      .findIdentity(ticket.contactId, account.channel, idAtMeta(account), kindOn(account.channel)));
  if (!account || !person) throw notFound('ERR_NO_TICKET_FOUND');
  return { account, person };
};

/** A conversation that another app, or Meta’s own inbox, has at the moment: it is shown, and can be taken over. */
export const threadRoutes = (host: Host<typeof manifest>): void => {
  host.route('GET', '/meta/tickets/:ticketId', {
    access: 'signed-in',
    summary: 'Whether another app has the conversation at the moment, and what Instagram tells of the person',
    input: { params },
    handle: async ({ params: { ticketId } }, scope): Promise<ThreadView> => {
      const { account, person } = await threadOf(scope, ticketId);
      const profile = await findProfile(scope, account.connectionId, person.value);
      const { username = '', followers = null, followsUs = null, isFollowed = null, isVerified = null } = profile ?? {};
      return {
        isElsewhere: await isElsewhere(scope, account.connectionId, person.value),
        person: { username, followers, followsUs, isFollowed, isVerified },
      };
    },
  });
  host.route('POST', '/meta/tickets/:ticketId/take', {
    access: 'signed-in',
    rate: 30,
    summary: 'Takes a conversation over from another app',
    input: { params },
    output: z.object({ isElsewhere: z.boolean() }),
    handle: async ({ params: { ticketId } }, scope) => {
      const { account, person } = await threadOf(scope, ticketId);
      const ready = await withApp(scope, account);
      if (!ready) throw conflict('ERR_META_NOT_CONNECTED');
      await askMeta(() =>
        graph(ready, `${nodeOf(account)}/take_thread_control`, {
          method: 'POST',
          body: { recipient: { id: person.value } },
          signal: scope.signal,
        }).catch(async (error: unknown) => {
          await reportEnded(scope, account.connectionId, error);
          throw error;
        }),
      );
      await storeThreadOwner(scope, account.connectionId, [person.value], false);
      return { isElsewhere: false };
    },
  });
};
