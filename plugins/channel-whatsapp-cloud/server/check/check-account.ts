import { z, type Scope } from '@balcao/sdk/server';
import { checks, type Check, type CheckLine } from '../../contract.ts';
import type { Account } from '../account/account.ts';
import { graph, GraphError, graphList, GraphUnreachable, secretProof } from '../graph/graph.ts';

const debugged = z.object({
  data: z.object({
    is_valid: z.boolean().catch(false),
    app_id: z.coerce.string().catch(''),
    expires_at: z.number().catch(0),
    scopes: z.array(z.string()).catch([]),
  }),
});
const wanted = ['whatsapp_business_messaging', 'whatsapp_business_management'] as const;

type Found = Omit<CheckLine, 'check' | 'values'> & { values?: Record<string, string> };
const ok = (values?: Record<string, string>): Found => ({ state: 'ok', says: 'ok', ...(values && { values }) });
const bad = (says: string, values?: Record<string, string>): Found => ({
  state: 'bad',
  says,
  ...(values && { values }),
});
const warn = (says: string, values?: Record<string, string>): Found => ({
  state: 'warn',
  says,
  ...(values && { values }),
});

/** Ends the check: the following ones depend on this one. */
class Stop extends Error {}

interface Asking {
  account: Account;
  scope: Scope;
  appId: string;
}

const missing = (account: Account): string | undefined =>
  (['phoneNumberId', 'wabaId', 'token', 'appSecret', 'verifyToken'] as const).find((field) => account[field] === '');

const refusal = (error: unknown, says: string): Found => {
  if (error instanceof GraphUnreachable) return bad('unreachable');
  if (!(error instanceof GraphError)) throw error;
  if (error.code === 190) return bad('token');
  return bad(error.code === 10 || (error.code >= 200 && error.code < 300) ? 'permission' : says, {
    code: String(error.code),
  });
};

const daysUntil = (seconds: number): number => Math.max(0, Math.round((seconds * 1000 - Date.now()) / 86_400_000));

/** Checks the token and its permissions: two results from one answer. */
const askToken = async (asking: Asking): Promise<[Found, Found]> => {
  const { account, scope } = asking;
  try {
    const { data } = debugged.parse(
      await graph<unknown>(account, 'debug_token', { query: { input_token: account.token }, signal: scope.signal }),
    );
    if (!data.is_valid) return [bad('invalid'), { state: 'skipped', says: 'skipped' }];
    asking.appId = data.app_id;
    const days = daysUntil(data.expires_at);
    const token = data.expires_at === 0 ? ok() : warn('expires', { days: String(days) });
    const lacking = wanted.filter((permission) => !data.scopes.includes(permission));
    return [token, lacking.length === 0 ? ok() : bad('missing', { permission: lacking.join(', ') })];
  } catch (error) {
    const found = refusal(error, 'invalid');
    return [found.says === 'token' ? bad('invalid') : found, { state: 'skipped', says: 'skipped' }];
  }
};

const askSecret = async ({ account, scope }: Asking): Promise<Found> => {
  try {
    await graph(account, account.phoneNumberId, {
      query: { fields: 'id', appsecret_proof: secretProof(account) },
      signal: scope.signal,
    });
    return ok();
  } catch (error) {
    // Any other refusal is about the number, which has its own check.
    if (error instanceof GraphError) return /appsecret_proof/i.test(error.details) ? bad('wrong') : ok();
    return refusal(error, 'wrong');
  }
};

const askNumber = async ({ account, scope }: Asking): Promise<Found> => {
  try {
    const found = await graph<{
      display_phone_number?: string;
      verified_name?: string;
      code_verification_status?: string;
    }>(account, account.phoneNumberId, {
      query: { fields: 'display_phone_number,verified_name,code_verification_status' },
      signal: scope.signal,
    });
    const values = { number: found.display_phone_number ?? '', name: found.verified_name ?? '' };
    return found.code_verification_status === 'NOT_VERIFIED' ? warn('unverified', values) : ok(values);
  } catch (error) {
    return refusal(error, 'unknown');
  }
};

const askWaba = async ({ account, scope }: Asking): Promise<Found> => {
  try {
    const numbers = await graphList<{ id?: string }>(account, `${account.wabaId}/phone_numbers`, {
      query: { fields: 'id' },
      signal: scope.signal,
    });
    return numbers.some(({ id }) => id === account.phoneNumberId) ? ok() : bad('notInside');
  } catch (error) {
    return refusal(error, 'unknown');
  }
};

interface Subscribed {
  whatsapp_business_api_data?: { id?: string };
}
const askSubscription = async ({ account, scope, appId }: Asking): Promise<Found> => {
  try {
    const apps = await graphList<Subscribed>(account, `${account.wabaId}/subscribed_apps`, { signal: scope.signal });
    return apps.some(({ whatsapp_business_api_data: app }) => appId === '' || app?.id === appId) ? ok() : bad('none');
  } catch (error) {
    return refusal(error, 'unknown');
  }
};

const webhookOf = ({ verifiedAt, heardAt }: Account): Found => {
  if (heardAt) return ok();
  return verifiedAt ? warn('quiet') : bad('unverified');
};

/** Checks every requirement of a connection at Meta, and returns one result each. */
export const checkAccount = async (account: Account, scope: Scope): Promise<CheckLine[]> => {
  const found = new Map<Check, Found>();
  const asking: Asking = { account, scope, appId: '' };
  const note = (check: Check, line: Found): void => {
    found.set(check, line);
    if (line.says === 'unreachable') throw new Stop();
  };
  try {
    const lacking = missing(account);
    note('fields', lacking === undefined ? ok() : bad(`missing.${lacking}`));
    if (lacking !== undefined) throw new Stop();
    const [token, permissions] = await askToken(asking);
    note('token', token);
    note('permissions', permissions);
    if (token.state === 'bad') throw new Stop();
    note('secret', await askSecret(asking));
    note('number', await askNumber(asking));
    note('waba', await askWaba(asking));
    note('subscription', await askSubscription(asking));
  } catch (error) {
    if (!(error instanceof Stop)) throw error;
  }
  if (found.get('fields')?.state === 'ok') found.set('webhook', webhookOf(account));
  return checks.map((check) => {
    const { state, says, values = {} } = found.get(check) ?? { state: 'skipped', says: 'skipped' };
    return { check, state, says, values };
  });
};
