import { fetchPublic, NotPublic, RetryLater, sql, type Scope } from '@balcao/sdk/server';
import { webhooksRoom } from '../../contract.ts';
import { disableEndpoint } from './disable-endpoint.ts';
import { signatures } from './secret.ts';

interface Due {
  id: number;
  webhookId: number;
  uid: string;
  event: string;
  body: string;
  attempts: number;
  url: string;
  isActive: boolean;
  isTest: boolean;
  salt: Buffer;
  formerSalt: Buffer | null;
}

/** Seconds to wait after the first attempt, the second, …: nine attempts over a day. */
const waits = [5, 60, 300, 1800, 7200, 14_400, 28_800, 36_000];
/** Attempts after which the receiver alone no longer decides how long to wait. */
const trustedWaits = 2;
const patienceMs = 10_000;
/** Bytes of an answer that are stored. */
const answerBytes = 4096;
const maxRetryAfterSeconds = 86_400;

interface Outcome {
  status: number | null;
  body: string | null;
  headers: string | null;
  fault: string | null;
  durationMs: number;
  /** Seconds, if the receiver asks to wait. */
  retryAfter: number | undefined;
}

const due = (scope: Scope, deliveryId: number, round: number): Promise<Due | undefined> =>
  scope.sql.one<Due>(sql`
    select d.id, d.webhook_id as "webhookId", d.uid, d.event, d.body, d.attempts, w.url, w.is_active as "isActive", d.is_test as "isTest", w.salt,
           case when w.former_until > now() then w.former_salt end as "formerSalt"
      from messages_api.delivery d join messages_api.webhook w on w.company_id = d.company_id and w.id = d.webhook_id
     where d.id = ${deliveryId} and d.round = ${round} and d.status = 'waiting'`);

/** Node’s errors of calls without an answer, by what people can do about them. */
const faults: readonly (readonly [RegExp, string])[] = [
  [/^(ENOTFOUND|EAI_)/, 'ERR_ADDRESS_UNKNOWN'],
  [/^(ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|EHOSTDOWN)/, 'ERR_NOBODY_ANSWERS'],
  [/^(ECONNRESET|ECONNABORTED|EPIPE|HPE_|UND_ERR_SOCKET)/, 'ERR_ANSWER_BROKEN'],
  [/^(ETIMEDOUT|ESOCKETTIMEDOUT|ABORT_ERR)/, 'ERR_NO_ANSWER'],
  [/CERT|SIGNATURE|ERR_TLS|ERR_SSL|EPROTO|UNABLE_TO_/, 'ERR_CERTIFICATE'],
];

const faultOf = (error: unknown): string => {
  if (error instanceof NotPublic) return 'ERR_ADDRESS_NOT_PUBLIC';
  const { name, code, message } = error as { name?: string; code?: string; message?: string };
  if (name === 'TimeoutError') return 'ERR_NO_ANSWER';
  return faults.find(([pattern]) => pattern.test(code ?? ''))?.[1] ?? code ?? message ?? 'ERR_NO_ANSWER';
};

/** Removes NUL, which PostgreSQL cannot store. */
const text = (bytes: Buffer): string => bytes.toString('utf8').replaceAll('\0', '');

const call = async (scope: Scope, delivery: Due): Promise<Outcome> => {
  const { webhookId, uid, body, salt, formerSalt, url } = delivery;
  const timestamp = Math.floor(Date.now() / 1000);
  const salts = formerSalt ? [salt, formerSalt] : [salt];
  const startedAt = performance.now();
  const lasted = (): number => Math.round(performance.now() - startedAt);
  try {
    const answer = await fetchPublic(url, {
      method: 'POST',
      body,
      ownPorts: true,
      maxBytes: answerBytes,
      timeoutMs: patienceMs,
      signal: scope.signal,
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'user-agent': 'Balcao-Webhooks/1.0',
        'webhook-id': uid,
        'webhook-timestamp': String(timestamp),
        'webhook-signature': await signatures(scope, webhookId, salts, { id: uid, timestamp, body }),
      },
    });
    const asked = Number(answer.headers['retry-after']);
    return {
      status: answer.status,
      body: text(answer.body) + (answer.isCut ? '…' : ''),
      headers: JSON.stringify({ 'content-type': answer.headers['content-type'] ?? '' }).replaceAll('\\u0000', ''),
      fault: null,
      durationMs: lasted(),
      retryAfter: asked > 0 ? Math.min(asked, maxRetryAfterSeconds) : undefined,
    };
  } catch (error) {
    if (scope.signal.aborted) throw error;
    return {
      status: null,
      body: null,
      headers: null,
      fault: faultOf(error),
      durationMs: lasted(),
      retryAfter: undefined,
    };
  }
};

const note = (
  scope: Scope,
  delivery: Due,
  outcome: Outcome,
  status: 'sent' | 'waiting' | 'failed',
  waitSeconds?: number,
): Promise<void> =>
  scope.tx(async (inner) => {
    await inner.sql.run(sql`
      update messages_api.delivery
         set status = ${status}, attempts = attempts + 1, tried_at = now(),
             next_at = case when ${status} = 'waiting' then now() + make_interval(secs => ${waitSeconds ?? 0}) end,
             answer_status = ${outcome.status}::int, answer_headers = ${outcome.headers}::jsonb, answer_body = ${outcome.body},
             duration_ms = ${outcome.durationMs}, fault = ${outcome.fault}
       where id = ${delivery.id}`);
    await inner.sql.run(sql`
      insert into messages_api.try (delivery_id, answer_status, duration_ms, fault)
      values (${delivery.id}, ${outcome.status}::int, ${outcome.durationMs}, ${outcome.fault})`);
    await inner.sql.run(
      status === 'sent'
        ? sql`update messages_api.webhook set succeeded_at = now(), failing_since = null where id = ${delivery.webhookId}`
        : // A test call says nothing about the deliveries.
          sql`update messages_api.webhook set failing_since = coalesce(failing_since, now())
               where id = ${delivery.webhookId} and ${!delivery.isTest}`,
    );
    const { id, webhookId } = delivery;
    inner.rooms.emit(webhooksRoom, {}, 'delivery', { webhookId, id, status });
  });

const isTaken = ({ status }: Outcome): boolean => status !== null && status >= 200 && status < 300;

/**
 * Makes one call. It comes from the outbox, where it was stored with its event: a node that is killed in between loses
 * nothing, and calls of one endpoint and key are made in order. After a failure only calls with the same key wait.
 */
export const deliver = async (
  { deliveryId, round }: { deliveryId: number; round: number },
  scope: Scope,
): Promise<void> => {
  const delivery = await due(scope, deliveryId, round);
  if (!delivery) return;
  if (!delivery.isActive && !delivery.isTest) {
    const off = {
      status: null,
      body: null,
      headers: null,
      fault: 'ERR_WEBHOOK_OFF',
      durationMs: 0,
      retryAfter: undefined,
    };
    return note(scope, delivery, off, 'failed');
  }
  const outcome = await call(scope, delivery);
  if (isTaken(outcome)) return note(scope, delivery, outcome, 'sent');
  const wait = delivery.isTest ? undefined : waits[delivery.attempts];
  if (outcome.status === 410) {
    await note(scope, delivery, outcome, 'failed');
    return disableEndpoint(scope, delivery.webhookId, 'gone');
  }
  if (wait === undefined) {
    await note(scope, delivery, outcome, 'failed');
    return delivery.isTest ? undefined : disableEndpoint(scope, delivery.webhookId, 'failing');
  }
  const usual = wait * (1 + Math.random() * 0.1);
  // A receiver that asks for a short wait again and again would use up the attempts of a day within a minute.
  const isEarly = delivery.attempts < trustedWaits;
  const seconds = isEarly ? (outcome.retryAfter ?? usual) : Math.max(outcome.retryAfter ?? 0, usual);
  await note(scope, delivery, outcome, 'waiting', seconds);
  throw new RetryLater(seconds * 1000, 'the receiver did not take it');
};
