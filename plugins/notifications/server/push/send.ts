import { createHash } from 'node:crypto';
import { request as plainRequest } from 'node:http';
import { request } from 'node:https';
import type { PushMessage } from '../../contract.ts';
import { isPushEndpoint, outsideOnly } from './endpoint.ts';
import type { VapidKeys } from './vapid.ts';

export interface Device {
  endpoint: string;
  p256dh: string;
  auth: string;
  /** Where the product is reached: whom a push service may turn to. */
  origin: string;
}

/** Seconds that a push service keeps a notice for a device that is off: by the next morning it is no news. */
const timeToLive = 4 * 60 * 60;
const limitMs = 10_000;

/** Push services replace a notice that still waits by the next of the same topic. */
const topicOf = (tag: string): string => createHash('sha256').update(tag).digest('base64url').slice(0, 32);
const subjectOf = (origin: string): string => (origin.startsWith('https:') ? origin : 'mailto:push@balcao.invalid');

/** Hands one encrypted notice to the device's push service; answers its status. */
export const sendPush = async (
  device: Device,
  message: PushMessage,
  keys: VapidKeys,
  signal: AbortSignal,
): Promise<number> => {
  const { endpoint, p256dh, auth, origin } = device;
  // Read with the first notice: a start needs none of it.
  const { default: webPush } = await import('web-push');
  const details = webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, JSON.stringify(message), {
    vapidDetails: { subject: subjectOf(origin), ...keys },
    TTL: timeToLive,
    urgency: 'high',
    topic: topicOf(message.tag),
    contentEncoding: 'aes128gcm',
  });
  return new Promise((resolve, reject) => {
    // The rules may have become stricter since it was kept, and literal addresses are never looked up.
    if (!isPushEndpoint(endpoint)) return resolve(410);
    const open = endpoint.startsWith('https:') ? request : plainRequest;
    const sent = open(
      endpoint,
      {
        method: details.method,
        headers: details.headers as Record<string, string>,
        lookup: outsideOnly,
        signal: AbortSignal.any([signal, AbortSignal.timeout(limitMs)]),
      },
      (answer) => {
        answer.resume();
        resolve(answer.statusCode ?? 0);
      },
    );
    sent.once('error', reject);
    sent.end(details.body);
  });
};
