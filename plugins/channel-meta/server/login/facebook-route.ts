import { conflict, invalid, sql, z, type Host, type Scope } from '@balcao/sdk/server';
import type { ConnectResult, MetaChannel } from '../../contract.ts';
import type manifest from '../../manifest.ts';
import type { MetaApp } from '../app/app.ts';
import { graph } from '../graph/graph.ts';
import { connectPages, type Chosen } from './connect-pages.ts';
import { appForLogin, askMeta } from './login-routes.ts';
import { findLogin, startLogin, storePages } from './logins.ts';
import { offerOf } from './offer.ts';
import { readPages } from './pages.ts';

const debugged = z.object({
  data: z.object({ app_id: z.coerce.string(), user_id: z.coerce.string(), is_valid: z.boolean() }),
});

/** A token of another app, or of another person, is refused: it may have been obtained for something else. */
const assertOwnToken = async (app: MetaApp, token: string, userId: string, { signal }: Scope): Promise<void> => {
  const answer = await askMeta(() =>
    graph<unknown>({ token: `${app.appId}|${app.appSecret}`, appSecret: app.appSecret }, 'debug_token', {
      query: { input_token: token },
      signal,
    }),
  );
  const { data } = debugged.safeParse(answer);
  if (!data?.data.is_valid || data.data.app_id !== app.appId || data.data.user_id !== userId)
    throw invalid({ facebookUserToken: 'ERR_META_TOKEN' });
};

const firstQueue = async (scope: Scope): Promise<number> => {
  const row = await scope.sql.one<{ id: number }>(sql`select id from queues.public_queue order by id limit 1`);
  if (!row) throw conflict('ERR_WAPP_QUEUE_REQUIRED');
  return row.id;
};

/** The published call for clients that obtained the person’s token by themselves. */
export const facebookRoute = (host: Host<typeof manifest>): void => {
  host.route('POST', '/facebook', {
    access: 'meta:edit',
    rate: 30,
    summary:
      'Connects every free page of a person, or with addInstagram every free Instagram account, by the person’s token',
    input: {
      body: z.object({
        facebookUserId: z.coerce.string().min(1).max(60),
        facebookUserToken: z.string().min(1).max(4000),
        addInstagram: z.boolean().default(false),
      }),
    },
    handle: async ({ body, headers }, scope): Promise<ConnectResult[]> => {
      const app = await appForLogin(scope);
      if (!app) throw conflict('ERR_META_NO_APP');
      await assertOwnToken(app, body.facebookUserToken, body.facebookUserId, scope);
      const result = await askMeta(() => readPages(app, body.facebookUserToken, scope));
      const site = typeof headers['origin'] === 'string' ? headers['origin'].slice(0, 300) : '';
      const id = await startLogin(scope, scope.user.id, { redirectUri: site, ownApp: app.ownApp, via: 'page' });
      await storePages(scope, id, result);
      const wanted: MetaChannel = body.addInstagram ? 'instagram' : 'facebook';
      const { pages } = await offerOf(scope, { id, via: 'page' }, result);
      const free = pages.flatMap(({ pageId, channels }): Chosen[] =>
        channels.some(({ channel, obstacle }) => channel === wanted && obstacle === null)
          ? [{ pageId, channel: wanted }]
          : [],
      );
      if (free.length === 0) throw conflict('ERR_META_NO_FREE_PAGE');
      return connectPages(scope, await findLogin(scope, scope.user.id, id), free, await firstQueue(scope));
    },
  });
};
