import {
  AppError,
  invalid,
  isMetaVerifyToken,
  isSignedByMeta,
  Reply,
  sql,
  z,
  type Host,
  type Scope,
} from '@balcao/sdk/server';
import type manifest from '../../manifest.ts';
import type { MetaChannel } from '../../contract.ts';
import { companyApp, installationApp, signingSecrets, type MetaApp } from '../app/app.ts';
import { inAnyCompany } from './any-company.ts';
import { envelope, type WireEntry } from './envelope.ts';
import { receiveEntries, type RoutedEntry } from './receive-entries.ts';
import { keepWaiting, waitingConnections } from './waiting.ts';

const reason = 'Meta has no account; it signs what it sends';
const installation = { public: reason } as const;
const ofCompany = { public: reason, address: true, webhook: true } as const;
const params = z.object({ address: z.string().max(100) });
const challenge = z.object({
  'hub.mode': z.string().optional(),
  'hub.verify_token': z.string().max(2000).optional(),
  'hub.challenge': z.string().max(200).optional(),
});
/** A batch after an outage may be large. */
const maxBytes = 8 * 1024 * 1024;
/** A company that takes longer is stored later: Meta gets its answer within seconds. */
const patienceMs = 8_000;

const answerChallenge = (app: MetaApp | undefined, query: z.output<typeof challenge>): Reply => {
  const isRight =
    query['hub.mode'] === 'subscribe' && isMetaVerifyToken(app?.verifyToken ?? '', query['hub.verify_token']);
  if (!isRight) throw new AppError(403, 'ERR_META_VERIFY_TOKEN');
  return new Reply(200, query['hub.challenge'] ?? '', { 'content-type': 'text/plain; charset=utf-8' });
};

/** Calls about accounts without a page are signed by the secret that the app has for logins at Instagram. */
const assertSigned = (app: MetaApp | undefined, raw: Buffer, signature: string | string[] | undefined): void => {
  if (!signingSecrets(app).some((secret) => isSignedByMeta(secret, raw, signature)))
    throw new AppError(401, 'ERR_SIGNATURE_INVALID');
};

const bodyOf = (raw: Buffer): z.output<typeof envelope> => {
  let body: unknown;
  try {
    body = JSON.parse(raw.toString('utf8'));
  } catch {
    throw invalid({ body: 'not JSON' });
  }
  const read = envelope.safeParse(body);
  if (!read.success) throw invalid({ body: 'not events of Meta' });
  return read.data;
};

interface Destination {
  id: string;
  companyId: number;
  connectionId: number;
}
const destinations = (
  scope: Scope,
  object: 'page' | 'instagram',
  entries: readonly WireEntry[],
): Promise<Destination[]> => {
  const channel: MetaChannel = object === 'page' ? 'facebook' : 'instagram';
  const ids = [...new Set(entries.map(({ id }) => id))];
  return scope.sql.rows<Destination>(
    sql`select id, company_id as "companyId", connection_id as "connectionId" from channel_meta.accounts_at(${channel}, ${ids}::text[])`,
  );
};

const routed = (entries: readonly WireEntry[], to: readonly Destination[]): RoutedEntry[] =>
  entries.flatMap((entry) => {
    const found = to.find(({ id }) => id === entry.id);
    return found ? [{ connectionId: found.connectionId, entry }] : [];
  });

/** Stores events of a company. If that fails or takes too long they are kept, so that no other company waits. */
const storeInTime = async (scope: Scope, entries: readonly RoutedEntry[]): Promise<void> => {
  if (entries.length === 0) return;
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<'late'>((resolve) => {
    timer = setTimeout(() => resolve('late'), patienceMs);
  });
  const stored = receiveEntries(scope, entries).then(
    () => 'stored' as const,
    (error: unknown) => {
      scope.log.warn({ err: error }, 'events could not be stored at once');
      return 'failed' as const;
    },
  );
  const outcome = await Promise.race([stored, late]);
  clearTimeout(timer);
  if (outcome !== 'stored') await keepWaiting(scope, entries);
};

/** Stores a company’s events; those of an account whose earlier ones wait are kept behind them. */
const storeOrKeep = async (scope: Scope, entries: readonly RoutedEntry[]): Promise<void> => {
  const waiting = await waitingConnections(
    scope,
    entries.map(({ connectionId }) => connectionId),
  );
  const behind = entries.filter(({ connectionId }) => waiting.has(connectionId));
  if (behind.length > 0) await keepWaiting(scope, behind);
  await storeInTime(
    scope,
    entries.filter(({ connectionId }) => !waiting.has(connectionId)),
  );
};

const installationWebhook = (host: Host<typeof manifest>): void => {
  host.route('GET', '/meta/webhook', {
    access: installation,
    rate: 60,
    summary: 'Proves the address of the installation to Meta with the verify token',
    input: { query: challenge },
    handle: async ({ query }, scope) => answerChallenge(await inAnyCompany(scope, installationApp), query),
  });
  host.route('POST', '/meta/webhook', {
    access: installation,
    rate: 12_000,
    summary: 'Events of Messenger and Instagram for all companies; answered once they are stored',
    input: { raw: true, body: z.unknown(), maxBytes },
    handle: async ({ headers, raw }, scope) => {
      const app = await inAnyCompany(scope, installationApp);
      assertSigned(app, raw, headers['x-hub-signature-256']);
      const { object, entry } = bodyOf(raw);
      const to = (await inAnyCompany(scope, (inner) => destinations(inner, object, entry))) ?? [];
      const outcomes = await Promise.allSettled(
        [...Map.groupBy(to, ({ companyId }) => companyId)].map(([companyId, own]) =>
          scope.inCompany(companyId, (inner) => storeOrKeep(inner, routed(entry, own))),
        ),
      );
      // A company that was deleted meanwhile has no events.
      const failed = outcomes.find(
        (one) => one.status === 'rejected' && !(one.reason instanceof AppError && one.reason.status === 404),
      );
      if (failed?.status === 'rejected') throw failed.reason;
    },
  });
};

const ownWebhook = (host: Host<typeof manifest>): void => {
  host.route('GET', '/meta/:address/webhook', {
    access: ofCompany,
    rate: 60,
    summary: 'Proves the address of a company’s own app to Meta with the verify token',
    input: { params, query: challenge },
    handle: async ({ query }, scope) => answerChallenge(companyApp(scope), query),
  });
  host.route('POST', '/meta/:address/webhook', {
    access: ofCompany,
    rate: 12_000,
    summary: 'Events of Messenger and Instagram by a company’s own app; answered once they are stored',
    input: { params, raw: true, body: z.unknown(), maxBytes },
    handle: async ({ headers, raw }, scope) => {
      const app = companyApp(scope);
      assertSigned(app, raw, headers['x-hub-signature-256']);
      const { object, entry } = bodyOf(raw);
      const to = await destinations(scope, object, entry);
      await storeOrKeep(
        scope,
        routed(
          entry,
          to.filter(({ companyId }) => companyId === scope.company.id),
        ),
      );
    },
  });
};

/** The webhooks that Meta calls: once to verify the address, then with every event. */
export const webhook = (host: Host<typeof manifest>): void => {
  installationWebhook(host);
  ownWebhook(host);
};
