import { z, type Scope } from '@balcao/sdk/server';
import { checks, type Check, type CheckResult } from '../../contract.ts';
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

type Finding = Omit<CheckResult, 'check' | 'values'> & { values?: Record<string, string> };
const ok = (values?: Record<string, string>): Finding => ({ state: 'ok', finding: 'ok', ...(values && { values }) });
const bad = (finding: string, values?: Record<string, string>): Finding => ({
  state: 'bad',
  finding,
  ...(values && { values }),
});
const warn = (finding: string, values?: Record<string, string>): Finding => ({
  state: 'warn',
  finding,
  ...(values && { values }),
});

/** Ends the check: the following ones depend on this one. */
class Stop extends Error {}

interface CheckContext {
  account: Account;
  scope: Scope;
  appId: string;
}

const missing = (account: Account): string | undefined =>
  (['phoneNumberId', 'wabaId', 'token', 'appSecret', 'verifyToken'] as const).find((field) => account[field] === '');

const refusal = (error: unknown, finding: string): Finding => {
  if (error instanceof GraphUnreachable) return bad('unreachable');
  if (!(error instanceof GraphError)) throw error;
  if (error.code === 190) return bad('token');
  return bad(error.code === 10 || (error.code >= 200 && error.code < 300) ? 'permission' : finding, {
    code: String(error.code),
  });
};

const daysUntil = (seconds: number): number => Math.max(0, Math.round((seconds * 1000 - Date.now()) / 86_400_000));

/** Checks the token and its permissions: two results from one answer. */
const checkToken = async (context: CheckContext): Promise<[Finding, Finding]> => {
  const { account, scope } = context;
  try {
    const { data } = debugged.parse(
      await graph<unknown>(account, 'debug_token', { query: { input_token: account.token }, signal: scope.signal }),
    );
    if (!data.is_valid) return [bad('invalid'), { state: 'skipped', finding: 'skipped' }];
    context.appId = data.app_id;
    const days = daysUntil(data.expires_at);
    const token = data.expires_at === 0 ? ok() : warn('expires', { days: String(days) });
    const lacking = wanted.filter((permission) => !data.scopes.includes(permission));
    return [token, lacking.length === 0 ? ok() : bad('missing', { permission: lacking.join(', ') })];
  } catch (error) {
    const found = refusal(error, 'invalid');
    return [found.finding === 'token' ? bad('invalid') : found, { state: 'skipped', finding: 'skipped' }];
  }
};

const checkSecret = async ({ account, scope }: CheckContext): Promise<Finding> => {
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

const checkNumber = async ({ account, scope }: CheckContext): Promise<Finding> => {
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

const checkWaba = async ({ account, scope }: CheckContext): Promise<Finding> => {
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
const checkSubscription = async ({ account, scope, appId }: CheckContext): Promise<Finding> => {
  try {
    const apps = await graphList<Subscribed>(account, `${account.wabaId}/subscribed_apps`, { signal: scope.signal });
    return apps.some(({ whatsapp_business_api_data: app }) => appId === '' || app?.id === appId) ? ok() : bad('none');
  } catch (error) {
    return refusal(error, 'unknown');
  }
};

const webhookOf = ({ verifiedAt, lastCallAt }: Account): Finding => {
  if (lastCallAt) return ok();
  return verifiedAt ? warn('quiet') : bad('unverified');
};

/** Checks every requirement of a connection at Meta, and returns one result each. */
export const checkAccount = async (account: Account, scope: Scope): Promise<CheckResult[]> => {
  const found = new Map<Check, Finding>();
  const context: CheckContext = { account, scope, appId: '' };
  const note = (check: Check, line: Finding): void => {
    found.set(check, line);
    if (line.finding === 'unreachable') throw new Stop();
  };
  try {
    const lacking = missing(account);
    note('fields', lacking === undefined ? ok() : bad(`missing.${lacking}`));
    if (lacking !== undefined) throw new Stop();
    const [token, permissions] = await checkToken(context);
    note('token', token);
    note('permissions', permissions);
    if (token.state === 'bad') throw new Stop();
    note('secret', await checkSecret(context));
    note('number', await checkNumber(context));
    note('waba', await checkWaba(context));
    note('subscription', await checkSubscription(context));
  } catch (error) {
    if (!(error instanceof Stop)) throw error;
  }
  if (found.get('fields')?.state === 'ok') found.set('webhook', webhookOf(account));
  return checks.map((check) => {
    const { state, finding, values = {} } = found.get(check) ?? { state: 'skipped', finding: 'skipped' };
    return { check, state, finding, values };
  });
};
