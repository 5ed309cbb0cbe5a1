import { createHmac, randomBytes } from 'node:crypto';
import { AppError, notFound, Reply, sql, z, type Host, type PlatformScope } from '@balcao/sdk/server';
import { connections } from '@balcao/connections/contract';
import type manifest from '../../manifest.ts';
import { forgetToken } from '../account/account.ts';
import { installationApp, type MetaApp } from '../app/app.ts';
import { openSignedRequest } from './signed-request.ts';
import { inAnyCompany } from './any-company.ts';

const access = { public: 'Meta has no account; it signs what it sends' } as const;
const body = z.object({ signed_request: z.string().max(10_000).catch('') }).catch({ signed_request: '' });

const requiredApp = async (scope: PlatformScope): Promise<MetaApp> => {
  const app = await inAnyCompany(scope, installationApp);
  if (!app) throw new AppError(401, 'ERR_SIGNATURE_INVALID');
  return app;
};

/** Meta sends a form; the raw body is read by its own rules. */
const signedIn = (raw: Buffer): string => {
  const written = raw.toString('utf8');
  if (!written.startsWith('{')) return new URLSearchParams(written).get('signed_request') ?? '';
  try {
    return body.parse(JSON.parse(written)).signed_request;
  } catch {
    return '';
  }
};

/** Deletes what is kept of a person who logged in: name, id and the tokens that were obtained through them. */
const forgetPerson = async (scope: PlatformScope, raw: Buffer): Promise<MetaApp> => {
  const app = await requiredApp(scope);
  const request = openSignedRequest(signedIn(raw), app.appSecret);
  if (!request) throw new AppError(401, 'ERR_SIGNATURE_INVALID');
  const rows =
    (await inAnyCompany(scope, (inner) =>
      inner.sql.rows<{ companyId: number; connectionId: number }>(
        sql`select company_id as "companyId", connection_id as "connectionId" from channel_meta.accounts_of(${request.user_id})`,
      ),
    )) ?? [];
  for (const { companyId, connectionId } of rows)
    await scope.inCompany(companyId, async (inner) => {
      await forgetToken(inner, connectionId);
      await inner.use(connections).setStatus(connectionId, { status: 'DISCONNECTED' });
    });
  return app;
};

/** A code proves by itself that it was issued here: nothing about the person has to be kept for it. */
const codeOf = (app: MetaApp, nonce: string): string =>
  `${nonce}-${createHmac('sha256', app.appSecret).update(`deletion ${nonce}`).digest('hex').slice(0, 24)}`;

/** Meta’s callbacks about people who logged in: they remove the app, or ask for the deletion of their data. */
export const deletionRoutes = (host: Host<typeof manifest>): void => {
  host.route('POST', '/meta/deauthorize', {
    access,
    rate: 120,
    summary: 'Meta reports that a person removed the app; their connections go down',
    input: { raw: true },
    handle: async ({ raw }, scope) => {
      await forgetPerson(scope, raw);
    },
  });
  host.route('POST', '/meta/deletion', {
    access,
    rate: 120,
    summary: 'Meta asks for the deletion of a person’s data; answers the page that confirms it',
    input: { raw: true },
    handle: async ({ raw, headers }, scope) => {
      const app = await forgetPerson(scope, raw);
      const code = codeOf(app, randomBytes(8).toString('hex'));
      const origin = `https://${typeof headers['host'] === 'string' ? headers['host'] : 'localhost'}`;
      return new Reply(200, { url: `${origin}/api/meta/deletion/${code}`, confirmation_code: code });
    },
  });
  host.route('GET', '/meta/deletion/:code', {
    access: { public: 'The page that Meta shows to people who asked for the deletion of their data' },
    rate: 60,
    summary: 'Confirms a deletion of data',
    input: { params: z.object({ code: z.string().regex(/^[0-9a-f]{16}-[0-9a-f]{24}$/, 'ERR_NOT_FOUND') }) },
    handle: async ({ params }, scope) => {
      const app = await inAnyCompany(scope, installationApp);
      if (!app || codeOf(app, params.code.slice(0, 16)) !== params.code) throw notFound('ERR_NOT_FOUND');
      return new Reply(200, `${scope.t('deletion.done')}\n${scope.t('deletion.code', { code: params.code })}\n`, {
        'content-type': 'text/plain; charset=utf-8',
      });
    },
  });
};
