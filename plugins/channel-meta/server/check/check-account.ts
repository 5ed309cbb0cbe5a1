import { z, type Scope } from '@balcao/sdk/server';
import { checks, type Check, type CheckResult } from '../../contract.ts';
import type { Account, ReadyAccount } from '../account/account.ts';
import { nodeOf, withApp } from '../account/account.ts';
import { lackingAppFields } from '../comments/app-fields.ts';
import { missingScopes } from '../comments/permissions.ts';
import { fieldsOf } from '../connect.ts';
import { failureOfCode } from '../graph/failures.ts';
import { graph, graphList, type Credentials } from '../graph/graph.ts';
import { GraphError, GraphUnreachable } from '../graph/graph-error.ts';
import { instagramScopes } from '../login/instagram.ts';

type Finding = Omit<CheckResult, 'check' | 'values'> & { values?: Record<string, string> };
const finding = (state: CheckResult['state'], name: string, values?: Record<string, string>): Finding => ({
  state,
  finding: name,
  ...(values && { values }),
});
const ok = (values?: Record<string, string>): Finding => finding('ok', 'ok', values);
const bad = (name: string, values?: Record<string, string>): Finding => finding('bad', name, values);
const warn = (name: string, values?: Record<string, string>): Finding => finding('warn', name, values);

/** Ends the check: the following ones depend on this one. */
class Stop extends Error {}

interface CheckContext {
  account: ReadyAccount;
  scope: Scope;
}

const refusal = (error: unknown, name: string): Finding => {
  if (error instanceof GraphUnreachable) return bad('unreachable');
  if (!(error instanceof GraphError)) throw error;
  return bad(name, { code: String(error.code) });
};

const appCredentials = ({ account: { app } }: CheckContext): Credentials => ({
  token: `${app.appId}|${app.appSecret}`,
  appSecret: app.appSecret,
});

const debugged = z.object({
  data: z.object({
    is_valid: z.boolean().catch(false),
    app_id: z.coerce.string().catch(''),
    expires_at: z.number().catch(0),
    scopes: z.array(z.string()).catch([]),
  }),
});
const wanted = {
  facebook: ['pages_messaging', 'pages_manage_metadata'],
  instagram: ['instagram_basic', 'instagram_manage_messages', 'pages_messaging'],
};

const daysUntil = (moment: number): number => Math.max(0, Math.round((moment - Date.now()) / 86_400_000));
/** From this number of days on an access that was not renewed is worth a look. */
const fewDays = 14;

/** Meta tells nothing about a token of Instagram’s login: it is tried, and the permissions are those of the login. */
const checkInstagramToken = async ({ account, scope }: CheckContext): Promise<[Finding, Finding]> => {
  const lacking = instagramScopes.filter((permission) => !account.scopes.includes(permission));
  const permissions = lacking.length === 0 ? ok() : bad('missing', { permission: lacking.join(', ') });
  try {
    await graph(account, 'me', { query: { fields: 'user_id,username' }, signal: scope.signal });
    if (!account.expiresAt) return [ok(), permissions];
    const days = daysUntil(account.expiresAt.getTime());
    const values = { days: String(days) };
    return [days < fewDays ? warn('expires', values) : finding('ok', 'renewed', values), permissions];
  } catch (error) {
    const isEnded = error instanceof GraphError && failureOfCode(error) === 'disconnected';
    return [isEnded ? bad('invalid') : refusal(error, 'app'), finding('skipped', 'skipped')];
  }
};

/** Checks the token and its permissions: two results from one answer. */
const checkToken = async (context: CheckContext): Promise<[Finding, Finding]> => {
  const { account, scope } = context;
  if (account.via === 'instagram') return checkInstagramToken(context);
  const skipped = finding('skipped', 'skipped');
  try {
    const { data } = debugged.parse(
      await graph<unknown>(appCredentials(context), 'debug_token', {
        query: { input_token: account.token },
        signal: scope.signal,
      }),
    );
    if (!data.is_valid) return [bad('invalid'), skipped];
    if (data.app_id !== account.app.appId) return [bad('otherApp'), skipped];
    const days = daysUntil(data.expires_at * 1000);
    const token = data.expires_at === 0 ? ok() : warn('expires', { days: String(days) });
    const lacking = wanted[account.channel].filter((permission) => !data.scopes.includes(permission));
    return [token, lacking.length === 0 ? ok() : bad('missing', { permission: lacking.join(', ') })];
  } catch (error) {
    return [refusal(error, 'app'), skipped];
  }
};

const checkPage = async ({ account, scope }: CheckContext): Promise<Finding> => {
  try {
    const { name = '' } = await graph<{ name?: string }>(account, account.pageId, {
      query: { fields: 'id,name' },
      signal: scope.signal,
    });
    return ok({ name });
  } catch (error) {
    return refusal(error, 'unknown');
  }
};

const namesOf = (list: readonly unknown[]): Set<string> =>
  new Set(list.map((one) => (typeof one === 'string' ? one : String((one as { name?: unknown }).name))));
const lackingIn = (known: ReadonlySet<string>, needed: readonly string[]): string =>
  needed.filter((one) => !known.has(one)).join(', ');

const checkSubscription = async ({ account, scope }: CheckContext): Promise<Finding> => {
  try {
    const apps = await graphList<{ id?: string; subscribed_fields?: unknown[] }>(
      account,
      `${nodeOf(account)}/subscribed_apps`,
      { signal: scope.signal },
    );
    const own = apps.find(({ id }) => id === account.app.appId);
    if (!own) return bad('none');
    const lacking = lackingIn(namesOf(own.subscribed_fields ?? []), (await fieldsOf(scope, account)).split(','));
    return lacking === '' ? ok() : warn('fields', { fields: lacking });
  } catch (error) {
    return refusal(error, 'unknown');
  }
};

/** The fields that the app itself needs: Meta delivers what page and app both subscribe to. */
const appFields = {
  facebook: [
    'messages',
    'messaging_postbacks',
    'message_deliveries',
    'message_reads',
    'message_echoes',
    'message_reactions',
  ],
  instagram: ['messages', 'messaging_postbacks', 'messaging_seen', 'message_reactions'],
};
const checkAppSubscription = async (context: CheckContext): Promise<Finding> => {
  const { account, scope } = context;
  try {
    const list = await graphList<{ object?: string; active?: boolean; fields?: unknown[] }>(
      appCredentials(context),
      `${account.app.appId}/subscriptions`,
      { signal: scope.signal },
    );
    const object = account.channel === 'instagram' ? 'instagram' : 'page';
    const own = list.find((one) => one.object === object && one.active !== false);
    if (!own) return bad('none', { object });
    const lacking = lackingIn(namesOf(own.fields ?? []), appFields[account.channel]);
    return lacking === '' ? ok() : warn('fields', { fields: lacking });
  } catch (error) {
    return refusal(error, 'unknown');
  }
};

/** Looks whether the page still has the account; one without a page is always its own. */
const checkLink = async ({ account, scope }: CheckContext): Promise<Finding | undefined> => {
  if (account.via === 'instagram') return undefined;
  try {
    const page = await graph<{ instagram_business_account?: { id?: string } }>(account, account.pageId, {
      query: { fields: 'instagram_business_account{id,username}' },
      signal: scope.signal,
    });
    if (page.instagram_business_account?.id !== account.igId) return bad('unlinked', { name: account.username });
    return undefined;
  } catch (error) {
    return refusal(error, 'unknown');
  }
};

const checkInstagram = async (context: CheckContext): Promise<Finding> => {
  const { account, scope } = context;
  const broken = await checkLink(context);
  if (broken) return broken;
  // Without "allow access to messages" in the Instagram app the list of conversations is refused.
  try {
    await graph(account, `${nodeOf(account)}/conversations`, {
      query: { platform: 'instagram', limit: '1' },
      signal: scope.signal,
    });
    return finding('ok', account.via === 'instagram' ? 'alone' : 'ok', { name: account.username });
  } catch (error) {
    return refusal(error, 'messageAccess');
  }
};

const checkComments = async ({ account, scope }: CheckContext): Promise<Finding> => {
  const missing = missingScopes(account);
  if (missing.length > 0) return bad('missing', { permission: missing.join(', ') });
  if (account.commentsRefused) return bad('refused');
  try {
    const lacking = await lackingAppFields(account, scope);
    return lacking.length === 0 ? ok() : bad('fields', { fields: lacking.join(', ') });
  } catch (error) {
    return refusal(error, 'unknown');
  }
};

const webhookOf = ({ heardAt }: Account): Finding => (heardAt ? ok() : warn('quiet'));

const ofPages = new Set<Check>(['page', 'appSubscription']);
const isRelevant = (check: Check, account: Account | undefined): boolean => {
  if (check === 'comments') return account?.hasComments === true;
  if (check === 'instagram') return account?.channel === 'instagram';
  return account?.via !== 'instagram' || !ofPages.has(check);
};

/** Checks every requirement of a connection at Meta, and returns one result each. */
export const checkAccount = async (known: Account | undefined, scope: Scope): Promise<CheckResult[]> => {
  const found = new Map<Check, Finding>();
  const note = (check: Check, line: Finding): void => {
    found.set(check, line);
    if (line.finding === 'unreachable') throw new Stop();
  };
  try {
    const account = await withApp(scope, known);
    if (!account) {
      note('app', bad(known && known.token !== '' ? 'none' : 'login'));
      throw new Stop();
    }
    note('app', ok({ id: account.app.appId }));
    const context: CheckContext = { account, scope };
    const [token, permissions] = await checkToken(context);
    note('token', token);
    note('permissions', permissions);
    if (token.state === 'bad') throw new Stop();
    if (account.via === 'page') note('page', await checkPage(context));
    note('subscription', await checkSubscription(context));
    if (account.via === 'page') note('appSubscription', await checkAppSubscription(context));
    if (account.hasComments) note('comments', await checkComments(context));
    if (account.channel === 'instagram') note('instagram', await checkInstagram(context));
    // No call tells the app’s mode: silence although everything else is right is its sign.
    note('access', account.heardAt ? ok() : warn('unknown'));
    note('webhook', webhookOf(account));
  } catch (error) {
    if (!(error instanceof Stop)) throw error;
  }
  const relevant = checks.filter((check) => isRelevant(check, known));
  return relevant.map((check) => {
    const { state, finding: name, values = {} } = found.get(check) ?? finding('skipped', 'skipped');
    return { check, state, finding: name, values };
  });
};
