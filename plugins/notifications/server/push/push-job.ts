import { sql, z, type Host, type Scope } from '@balcao/sdk/server';
import { pushJob, type PushMessage } from '../../contract.ts';
import type manifest from '../../manifest.ts';
import { RefusedAddress } from './endpoint.ts';
import { sendPush, type Device } from './send.ts';
import { vapidKeys } from './vapid.ts';

const message = z.object({
  id: z.string(),
  title: z.string(),
  body: z.string(),
  path: z.string(),
  tag: z.string(),
  at: z.string(),
  silent: z.boolean(),
});

const deleteDevice = (scope: Scope, deviceId: number): Promise<unknown> =>
  scope.sql.run(sql`delete from notifications.device where id = ${deviceId}`);

/** Returns whether a page of the person was visible after the notification, so that it was shown there. */
const seenAfter = async (scope: Scope, deviceId: number, time: string): Promise<boolean> => {
  const seen = await scope.sql.one(
    sql`select 1 from notifications.device d join notifications.looking l on l.company_id = d.company_id and l.user_id = d.user_id
         where d.id = ${deviceId} and l.visible_at > ${time}::timestamptz limit 1`,
  );
  return seen !== undefined;
};

/** Sends one message; the response decides between success, deleting the device and retrying. */
const deliver = async (scope: Scope, deviceId: number, notice: PushMessage): Promise<void> => {
  const device = await scope.sql.one<Device>(
    sql`select endpoint, p256dh, auth, origin from notifications.device where id = ${deviceId}`,
  );
  if (!device) return;
  const status = await sendPush(device, notice, await vapidKeys(scope), scope.signal).catch((error: unknown) => {
    if (error instanceof RefusedAddress) return 410;
    throw error;
  });
  if (status >= 200 && status < 300) {
    await scope.sql.run(sql`update notifications.device set notified_at = now() where id = ${deviceId}`);
    return;
  }
  // The permission was withdrawn or the browser removed; 403 means a subscription for another key.
  if ([403, 404, 410].includes(status)) {
    await deleteDevice(scope, deviceId);
    return;
  }
  if (status === 408 || status === 429 || status >= 500) throw new Error(`the push service answered ${status}`);
  scope.log.warn({ device: deviceId, status }, 'a push service refused a notification');
};

/** Registers one job per device, so that a failure of one push service does not repeat the others. */
export const pushing = (host: Host<typeof manifest>): void => {
  host.job(pushJob, {
    data: z.object({
      deviceId: z.number().int(),
      unlessSeenAfter: z.string().nullable(),
      message,
    }),
    handle: async ({ deviceId, unlessSeenAfter, message: notice }, scope) => {
      if (unlessSeenAfter !== null && (await seenAfter(scope, deviceId, unlessSeenAfter))) return;
      await deliver(scope, deviceId, notice);
    },
  });
};
