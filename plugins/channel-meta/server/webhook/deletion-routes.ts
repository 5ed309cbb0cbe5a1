import { createHmac, randomBytes } from 'node:crypto';
import { AppError, notFound, Reply, sql, z, type Host, type PlatformScope, type Scope } from '@balcao/sdk/server';
import { connections } from '@balcao/connections/contract';
import type manifest from '../../manifest.ts';
import { forgetToken } from '../account/account.ts';
import { companyApp, installationApp, signingSecrets, type MetaApp } from '../app/app.ts';
import { openSignedRequest } from './signed-request.ts';
import { inAnyCompany } from './any-company.ts';

const reason = 'Meta has no account; it signs what it sends';
const access = { public: reason } as const;
const ofCompany = { public: reason, address: true, webhook: true } as const;
const confirmation = 'The page that Meta shows to people who asked for the deletion of their data';
const address = z.string().max(100);
const code = z.string().regex(/^[0-9a-f]{16}-[0-9a-f]{24}$/, 'ERR_NOT_FOUND');
const body = z.object({ signed_request: z.string().max(10_000).catch('') }).catch({ signed_request: '' });

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

/** A call that an app signed, about the person it names. */
interface SignedCall {
  app: MetaApp;
  person: string;
}
const signedCall = (app: MetaApp | undefined, raw: Buffer): SignedCall => {
  const given = signedIn(raw);
  const [request] = signingSecrets(app).flatMap((secret) => openSignedRequest(given, secret) ?? []);
  if (!app || !request) throw new AppError(401, 'ERR_SIGNATURE_INVALID');
  return { app, person: request.user_id };
};

const disconnect = async (scope: Scope, connectionId: number): Promise<void> => {
  await forgetToken(scope, connectionId);
  await scope.use(connections).setStatus(connectionId, { status: 'DISCONNECTED' });
};

/** Deletes what is kept of a person who logged in: name, id and the tokens that were obtained through them. */
const forgetPerson = async (scope: PlatformScope, raw: Buffer): Promise<MetaApp> => {
  const { app, person } = signedCall(await inAnyCompany(scope, installationApp), raw);
  const rows =
    (await inAnyCompany(scope, (inner) =>
      inner.sql.rows<{ companyId: number; connectionId: number }>(
        sql`select company_id as "companyId", connection_id as "connectionId" from channel_meta.accounts_of(${person})`,
      ),
    )) ?? [];
  for (const { companyId, connectionId } of rows)
    await scope.inCompany(companyId, (inner) => disconnect(inner, connectionId));
  return app;
};

/** The same for a company’s own app: only accounts that were connected with it are concerned. */
const forgetPersonOfCompany = async (scope: Scope, raw: Buffer): Promise<MetaApp> => {
  const { app, person } = signedCall(companyApp(scope), raw);
  const rows = await scope.sql.rows<{ connectionId: number }>(
    sql`select connection_id as "connectionId" from channel_meta.account
         where person_id = ${person} and person_id <> '' and own_app`,
  );
  for (const { connectionId } of rows) await disconnect(scope, connectionId);
  return app;
};

/** A code proves by itself that it was issued here: nothing about the person has to be kept for it. */
const codeOf = (app: MetaApp, nonce: string): string =>
  `${nonce}-${createHmac('sha256', app.appSecret).update(`deletion ${nonce}`).digest('hex').slice(0, 24)}`;

const confirmedAt = (app: MetaApp, host: unknown, path: string): Reply => {
  const issued = codeOf(app, randomBytes(8).toString('hex'));
  const origin = `https://${typeof host === 'string' ? host : 'localhost'}`;
  return new Reply(200, { url: `${origin}/api/meta/${path}/${issued}`, confirmation_code: issued });
};

const confirmationPage = (app: MetaApp | undefined, given: string, scope: Pick<Scope, 't'>): Reply => {
  if (!app || codeOf(app, given.slice(0, 16)) !== given) throw notFound('ERR_NOT_FOUND');
  return new Reply(200, `${scope.t('deletion.done')}\n${scope.t('deletion.code', { code: given })}\n`, {
    'content-type': 'text/plain; charset=utf-8',
  });
};

const installationDeletion = (host: Host<typeof manifest>): void => {
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
    handle: async ({ raw, headers }, scope) => confirmedAt(await forgetPerson(scope, raw), headers['host'], 'deletion'),
  });
  host.route('GET', '/meta/deletion/:code', {
    access: { public: confirmation },
    rate: 60,
    summary: 'Confirms a deletion of data',
    input: { params: z.object({ code }) },
    handle: async ({ params }, scope) =>
      confirmationPage(await inAnyCompany(scope, installationApp), params.code, scope),
  });
};

const ownDeletion = (host: Host<typeof manifest>): void => {
  host.route('POST', '/meta/:address/deauthorize', {
    access: ofCompany,
    rate: 120,
    summary: 'Meta reports that a person removed a company’s own app; their connections go down',
    input: { params: z.object({ address }), raw: true },
    handle: async ({ raw }, scope) => {
      await forgetPersonOfCompany(scope, raw);
    },
  });
  host.route('POST', '/meta/:address/deletion', {
    access: ofCompany,
    rate: 120,
    summary: 'Meta asks for the deletion of a person’s data at a company’s own app; answers the page that confirms it',
    input: { params: z.object({ address }), raw: true },
    handle: async ({ params, raw, headers }, scope) =>
      confirmedAt(await forgetPersonOfCompany(scope, raw), headers['host'], `${params.address}/deletion`),
  });
  host.route('GET', '/meta/:address/deletion/:code', {
    access: { public: confirmation, address: true },
    rate: 60,
    summary: 'Confirms a deletion of data at a company’s own app',
    input: { params: z.object({ address, code }) },
    handle: async ({ params }, scope) => confirmationPage(companyApp(scope), params.code, scope),
  });
};

/** Meta’s callbacks about people who logged in: they remove the app, or ask for the deletion of their data. */
export const deletionRoutes = (host: Host<typeof manifest>): void => {
  installationDeletion(host);
  ownDeletion(host);
};
