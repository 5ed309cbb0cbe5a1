import { AppError, sql, z, type Host, type Scope } from '@balcao/sdk/server';
import { outsideCalendar } from '@balcao/agenda/contract';
import type { ConnectionView } from '../../contract.ts';
import type manifest from '../../manifest.ts';
import { clientForConsent } from '../consent/client.ts';
import { pushRef } from '../sync/channel.ts';
import { restorable } from '../sync/losses.ts';
import { askForSync } from '../sync/claim.ts';
import { removeMessages } from '../sync/message-events.ts';
import { GoogleError } from '../wire/google-error.ts';
import { revoke } from '../wire/tokens.ts';
import { apiOf } from './access.ts';
import { findAccount, openToken, source, type Account } from './account.ts';

const view = z.object({
  connected: z.boolean(),
  client: z.enum(['company', 'installation', 'none']),
  maySetUp: z.boolean(),
  account: z
    .object({
      email: z.string(),
      state: z.enum(['ok', 'needs-consent', 'failing']),
      error: z.string().nullable(),
      isSyncing: z.boolean(),
      syncedAt: z.string().nullable(),
      hasChannel: z.boolean(),
      losses: z.number(),
      showsMessages: z.boolean(),
    })
    .nullable(),
});

const viewOf = async (scope: Scope, account: Account): Promise<NonNullable<ConnectionView['account']>> => {
  const row = await scope.sql.one<{ count: number }>(
    sql`select count(*)::int as count from ${restorable(account.userId)}`,
  );
  const { email, state, error, isSyncing, syncedAt, channelExpiresAt, showsMessages } = account;
  return {
    email,
    state,
    error,
    isSyncing,
    syncedAt: syncedAt?.toISOString() ?? null,
    hasChannel: channelExpiresAt !== null && channelExpiresAt.getTime() > Date.now(),
    losses: row?.count ?? 0,
    showsMessages,
  };
};

/** Ends the channel and the consent at Google, as far as it still answers. */
const leave = async (scope: Scope, account: Account): Promise<void> => {
  const { userId, channelId, resourceId } = account;
  const token = openToken(scope, userId, 'refresh', account.refreshToken);
  if (token === '') return;
  if (channelId !== '')
    await apiOf(scope, account)
      .stop(channelId, resourceId)
      .catch((error: unknown) => {
        if (!(error instanceof GoogleError)) throw error;
      });
  await removeMessages(scope, userId, apiOf(scope, account));
  await revoke(token, scope.signal);
};

export const accountRoutes = (host: Host<typeof manifest>): void => {
  host.route('GET', '/google/check-connection', {
    access: 'signed-in',
    summary: 'Whether the reader’s calendar at Google is connected, and how it is.',
    output: view,
    handle: async (_request, scope): Promise<ConnectionView> => {
      const [account, client] = [await findAccount(scope, scope.user.id), await clientForConsent(scope)];
      return {
        connected: account !== undefined && account.state !== 'needs-consent',
        client: client ? (client.isOwn ? 'company' : 'installation') : 'none',
        maySetUp: scope.user.super || scope.can('google:edit'),
        account: account ? await viewOf(scope, account) : null,
      };
    },
  });
  host.route('GET', '/google/sync', {
    access: 'signed-in',
    rate: 20,
    summary: 'Starts a sync of the reader’s calendar. ERR_GOOGLE_NOT_CONNECTED (400): there is none.',
    handle: async (_request, scope) => {
      const account = await findAccount(scope, scope.user.id);
      if (!account || account.state === 'needs-consent') throw new AppError(400, 'ERR_GOOGLE_NOT_CONNECTED');
      await askForSync(scope, [scope.user.id], true);
    },
  });
  host.route('PUT', '/google/messages', {
    access: 'signed-in',
    summary:
      'Shows the reader’s scheduled messages at Google, or removes them there: one way, without their text. ERR_GOOGLE_NOT_CONNECTED (400): there is no account.',
    input: { body: z.object({ shown: z.boolean() }) },
    handle: async ({ body: { shown } }, scope) => {
      const changed = await scope.sql.run(
        sql`update google_calendar.account set shows_messages = ${shown} where user_id = ${scope.user.id}`,
      );
      if (changed === 0) throw new AppError(400, 'ERR_GOOGLE_NOT_CONNECTED');
      await askForSync(scope, [scope.user.id]);
    },
  });
  host.route('POST', '/google/disconnect', {
    access: 'signed-in',
    audit: 'google.disconnected',
    summary:
      'Disconnects the reader’s calendar: ends the consent at Google and deletes the tokens. Entries stay, and may all be changed here; with `removeEntries` those that came from Google are deleted here, and stay at Google.',
    input: { body: z.object({ removeEntries: z.boolean().default(false) }).prefault({}) },
    handle: async ({ body: { removeEntries } }, scope) => {
      const userId = scope.user.id;
      const account = await findAccount(scope, userId);
      if (!account) return;
      // Deleted first: a sync that runs writes nothing more.
      await scope.tx(async (inner) => {
        await inner.sql.run(sql`delete from google_calendar.account where user_id = ${userId}`);
        const imported = await inner.sql.rows<{ id: number }>(
          sql`select e.id from agenda.public_entry e join google_calendar.link l on l.entry_id = e.id
               where l.user_id = ${userId} and e.user_id = ${userId} and e.source = ${source} and e.deleted_at is null`,
        );
        if (removeEntries)
          await inner.use(outsideCalendar).remove(
            source,
            imported.map(({ id }) => id),
          );
        // Links stay with the entries: the same account finds them again, and its invitations as it has them.
        if (removeEntries)
          await inner.sql.run(sql`delete from google_calendar.link where user_id = ${userId} and state <> 'hidden'`);
        await inner.sql.run(sql`update google_calendar.link set etag = '' where user_id = ${userId} and is_read_only`);
        await inner.use(outsideCalendar).release(source, userId);
        await inner.sql.run(sql`delete from google_calendar.loss where user_id = ${userId}`);
        await inner.use(outsideCalendar).setConnected(source, userId, false);
        await inner.addresses.revoke(pushRef(userId));
      });
      await leave(scope, account);
    },
  });
};
