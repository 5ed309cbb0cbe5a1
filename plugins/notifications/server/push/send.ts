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
  /** Origin of the product: the contact address for push services. */
  origin: string;
}

/**
 * Seconds that a push service keeps a notification for a device that is offline: by the next morning it is obsolete.
 */
const timeToLive = 4 * 60 * 60;
const limitMs = 10_000;

/** Returns the topic: push services replace a pending notification by a newer one of the same topic. */
const topicOf = (tag: string): string => createHash('sha256').update(tag).digest('base64url').slice(0, 32);
const subjectOf = (origin: string): string => (origin.startsWith('https:') ? origin : 'mailto:push@balcao.invalid');

/** Sends one encrypted notification to the device's push service; returns the response status. */
export const sendPush = async (
  device: Device,
  message: PushMessage,
  keys: VapidKeys,
  signal: AbortSignal,
): Promise<number> => {
  const { endpoint, p256dh, auth, origin } = device;
  // Loaded with the first notification, not at start.
  const { default: webPush } = await import('web-push');
  const details = webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, JSON.stringify(message), {
    vapidDetails: { subject: subjectOf(origin), ...keys },
    TTL: timeToLive,
    urgency: 'high',
    topic: topicOf(message.tag),
    contentEncoding: 'aes128gcm',
  });
  return new Promise((resolve, reject) => {
    // The rules may have become stricter since the endpoint was stored, and literal addresses skip the lookup.
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
