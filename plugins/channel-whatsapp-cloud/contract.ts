/** WhatsApp by the official Cloud API: shapes shared by server and client, and jobs. */
import { event, job, service } from '@balcao/sdk/contract';
import type { Template } from './template/template.ts';

export type { Template };

export const channelId = 'whatsapp-cloud';

/** `v25.0` is supported until July 2028. */
export const defaultVersion = 'v25.0';

/** The company’s account at Meta. Secrets are write-only: answers contain if they are set. */
export interface AccountForm {
  /** Id of the number, not the number itself. */
  phoneNumberId: string;
  /** Id of the WhatsApp Business account. */
  wabaId: string;
  graphVersion: string;
  /** Absent for unchanged. */
  token?: string;
  appSecret?: string;
  verifyToken?: string;
}

/** `GET` and `PUT /whatsapp-cloud/connections/:connectionId` */
export interface AccountView extends Pick<AccountForm, 'phoneNumberId' | 'wabaId' | 'graphVersion'> {
  connectionId: number;
  has: { token: boolean; appSecret: boolean; verifyToken: boolean };
  /** The path on the server’s origin that Meta calls. */
  webhookPath: string;
  /** When Meta verified the address with the verify token; null for never. */
  verifiedAt: string | null;
  /** Time of the last signed call. */
  lastCallAt: string | null;
  /** The company’s own number and name, as Meta displays them; '' until they were read. */
  displayNumber: string;
  verifiedName: string;
  /** The reason why the connection is down or the account restricted: a key under `trouble`; '' if there is none. */
  trouble: string;
}

export const checks = [
  'fields',
  'token',
  'permissions',
  'secret',
  'number',
  'waba',
  'subscription',
  'webhook',
] as const;
export type Check = (typeof checks)[number];
/** One result of `POST /whatsapp-cloud/connections/:connectionId/check`. */
export interface CheckResult {
  check: Check;
  /** `skipped` when an earlier check failed that this one depends on. */
  state: 'ok' | 'warn' | 'bad' | 'skipped';
  /** The finding: a key under `check.{check}`. */
  finding: string;
  /** Values of the finding’s text: a permission, a date, a name. */
  values: Record<string, string>;
}

/**
 * A person switched marketing messages of the company off or on again, in WhatsApp itself. It may come twice. Key: the
 * person.
 */
export const preferenceChanged = event<{
  connectionId: number;
  /** Digits with country code. */
  number: string;
  wantsMarketing: boolean;
  /** Time of the change, ISO 8601. */
  at: string;
}>('channel-whatsapp-cloud.preference.changed');

export interface MessagingLimits {
  /**
   * Returns how many different people the company may begin conversations with in 24 hours, over all numbers of its
   * business portfolio; null: no limit, or unknown.
   */
  messagingLimit(connectionId: number): Promise<number | null>;
}
/** Meta’s limits of the company. */
export const messagingLimits = service<MessagingLimits>('channel-whatsapp-cloud.limits');

/** Downloads files that a customer sent, from Meta to the company’s storage. */
export const fetchIncoming = job<{ connectionId: number; externalId: string }>('channel-whatsapp-cloud.fetch-incoming');
/** Refreshes templates and checks tokens, so that an expiry is known before somebody needs them. */
export const maintain = job<Record<string, never>>('channel-whatsapp-cloud.look-after');
/** Retries to reach Meta for a connection that could not. */
export const reconnect = job<{ connectionId: number; tries: number }>('channel-whatsapp-cloud.reconnect');
