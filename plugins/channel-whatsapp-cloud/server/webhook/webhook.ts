import {
  AppError,
  invalid,
  isMetaVerifyToken,
  isSignedByMeta,
  notFound,
  Reply,
  z,
  type Host,
  type Scope,
} from '@balcao/sdk/server';
import { connections } from '@balcao/connections/contract';
import { channelId } from '../../contract.ts';
import type manifest from '../../manifest.ts';
import {
  accountOfNumber,
  connectionIdOf,
  findAccount,
  storeLastCall,
  storeVerified,
  type Account,
} from '../account/account.ts';
import { noteTemplateChange } from '../templates/sync.ts';
import { capabilityChange, envelope, preferenceChange, templateChange, type WireChange } from './envelope.ts';
import { receiveCapability, receivePreferences } from './preferences.ts';
import { receiveEcho, receiveMessage, receiveStatus } from './receive.ts';
import { CallBatch } from './call-batch.ts';

const access = { public: 'WhatsApp has no account; it signs what it sends', address: true, webhook: true } as const;
const params = z.object({ address: z.string().max(100) });

const accountAt = async (ref: string, scope: Scope): Promise<Account | undefined> => {
  const connection = await scope.use(connections).find(connectionIdOf(ref));
  if (connection?.channel !== channelId) throw notFound('ERR_NOT_FOUND');
  return findAccount(scope, connection.id);
};

const bodyOf = (raw: Buffer): z.output<typeof envelope> => {
  let body: unknown;
  try {
    body = JSON.parse(raw.toString('utf8'));
  } catch {
    throw invalid({ body: 'not JSON' });
  }
  const read = envelope.safeParse(body);
  if (!read.success) throw invalid({ body: 'not events of WhatsApp' });
  return read.data;
};

/**
 * Returns the account whose number a change is about. One app calls one address for all its numbers, so it may be
 * another connection of the company: one with the secret by which the call was signed.
 */
const addressee = async (change: WireChange, called: Account, scope: Scope): Promise<Account | undefined> => {
  const number = change.value.metadata?.phone_number_id;
  if (number === undefined || number === called.phoneNumberId) return called;
  const other = await accountOfNumber(scope, number);
  return other?.appSecret === called.appSecret ? other : undefined;
};

const receive = async (change: WireChange, called: Account, together: CallBatch, scope: Scope): Promise<void> => {
  if (change.field === 'message_template_status_update') {
    const read = templateChange.safeParse(change.value);
    if (read.success) await noteTemplateChange(scope, called, read.data);
    return;
  }
  if (change.field === 'business_capability_update') {
    const read = capabilityChange.safeParse(change.value);
    if (read.success) await receiveCapability(scope, called, read.data);
    return;
  }
  const account = await addressee(change, called, scope);
  if (!account) return;
  if (change.field === 'user_preferences') {
    const read = preferenceChange.safeParse(change.value);
    if (read.success) await receivePreferences(scope, account, read.data);
    return;
  }
  const { contacts, messages, message_echoes, statuses, errors } = change.value;
  for (const message of messages) await receiveMessage(scope, account, message, contacts, together);
  for (const echo of message_echoes) await receiveEcho(scope, account, echo, together);
  for (const status of statuses) await receiveStatus(scope, account, status);
  if (errors.length > 0) scope.log.warn({ codes: errors.map(({ code }) => code) }, 'WhatsApp reported errors');
};

/** The webhook that Meta calls: once to verify the address, then with every event. */
export const webhook = (host: Host<typeof manifest>): void => {
  host.route('GET', '/whatsapp-cloud/:address/webhook', {
    access,
    rate: 60,
    summary: 'Proves the address to WhatsApp with the verify token',
    input: {
      params,
      query: z.object({
        'hub.mode': z.string().optional(),
        'hub.verify_token': z.string().max(2000).optional(),
        'hub.challenge': z.string().max(200).optional(),
      }),
    },
    handle: async ({ ref, query }, scope) => {
      const account = await accountAt(ref, scope);
      const isRight =
        query['hub.mode'] === 'subscribe' && isMetaVerifyToken(account?.verifyToken ?? '', query['hub.verify_token']);
      if (!account || !isRight) throw new AppError(403, 'ERR_CLOUD_VERIFY_TOKEN');
      await storeVerified(scope, account.connectionId);
      return new Reply(200, query['hub.challenge'] ?? '', { 'content-type': 'text/plain; charset=utf-8' });
    },
  });

  host.route('POST', '/whatsapp-cloud/:address/webhook', {
    access,
    rate: 12_000,
    summary: 'Messages, statuses and templates from WhatsApp; answered once everything is stored',
    input: { params, body: z.unknown(), raw: true },
    handle: async ({ ref, headers, raw }, scope) => {
      const account = await accountAt(ref, scope);
      if (!account || !isSignedByMeta(account.appSecret, raw, headers['x-hub-signature-256']))
        throw new AppError(401, 'ERR_SIGNATURE_INVALID');
      const { entry } = bodyOf(raw);
      await storeLastCall(scope, account.connectionId);
      const together = new CallBatch(scope);
      try {
        for (const { changes } of entry) for (const change of changes) await receive(change, account, together, scope);
      } finally {
        await together.store();
      }
    },
  });
};
