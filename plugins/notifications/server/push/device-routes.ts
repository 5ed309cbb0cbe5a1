import { createECDH } from 'node:crypto';
import { invalid, notFound, sql, z, type Host, type RouteRequest } from '@balcao/sdk/server';
import { pushJob } from '../../contract.ts';
import type manifest from '../../manifest.ts';
import { deviceLabel } from './device-label.ts';
import { isPushEndpoint } from './endpoint.ts';

/** Beyond this number per person, the oldest are abandoned browsers. */
const maxDevices = 10;

const endpoint = z.string().max(2_000).refine(isPushEndpoint, 'must be an https address of a push service');
const bytes = (length: number) =>
  z
    .string()
    .max(200)
    .regex(/^[\w-]+={0,2}$/)
    .refine((text) => Buffer.from(text, 'base64url').length === length, `must be ${length} bytes`);
const subscription = z.object({ endpoint, keys: z.object({ p256dh: bytes(65), auth: bytes(16) }) });

const isPoint = (key: string): boolean => {
  const own = createECDH('prime256v1');
  own.generateKeys();
  try {
    own.computeSecret(Buffer.from(key, 'base64url'));
    return true;
  } catch {
    return false;
  }
};

const originOf = ({ headers }: Pick<RouteRequest, 'headers'>): string => {
  const url = URL.parse(String(headers['origin'] ?? ''));
  return url ? url.origin.slice(0, 300) : '';
};

const id = z.coerce.number().int().positive().max(2_147_483_647);

export const deviceRoutes = (host: Host<typeof manifest>): void => {
  host.route('GET', '/notifications/devices', {
    access: 'signed-in',
    summary: 'The browsers with push notifications of the caller.',
    output: z.array(
      z.object({ id: z.number(), label: z.string(), createdAt: z.date(), notifiedAt: z.date().nullable() }),
    ),
    handle: (_request, scope) =>
      scope.sql.rows(
        sql`select id, label, created_at as "createdAt", notified_at as "notifiedAt" from notifications.device
             where user_id = ${scope.user.id} order by created_at desc, id desc`,
      ),
  });

  host.route('POST', '/notifications/devices', {
    access: 'signed-in',
    summary:
      "Stores a browser's push subscription for the caller. Its former owner gets no more push notifications there.",
    input: { body: subscription },
    output: z.object({ id: z.number() }),
    rate: 30,
    handle: async (request, scope) => {
      const { endpoint: where, keys } = request.body;
      if (!isPoint(keys.p256dh)) throw invalid({ 'keys.p256dh': 'ERR_INVALID_VALUE' });
      return scope.tx(async (inner) => {
        await inner.sql.run(sql`select notifications.free_endpoint(${where})`);
        const made = await inner.sql.one<{ id: number }>(
          sql`insert into notifications.device (user_id, endpoint, p256dh, auth, label, origin, session_id)
              values (${scope.user.id}, ${where}, ${keys.p256dh}, ${keys.auth},
                      ${deviceLabel(String(request.headers['user-agent'] ?? ''))}, ${originOf(request)},
                      ${scope.origin?.sessionId ?? null}) returning id`,
        );
        await inner.sql.run(
          sql`delete from notifications.device d where d.user_id = ${scope.user.id} and d.id not in (
                select k.id from notifications.device k where k.user_id = ${scope.user.id}
                 order by k.created_at desc, k.id desc limit ${maxDevices})`,
        );
        return { id: made?.id ?? 0 };
      });
    },
  });

  host.route('POST', '/notifications/devices/known', {
    access: 'signed-in',
    summary: "Whether a browser's subscription is the caller's own, which then belongs to the present session.",
    input: { body: z.object({ endpoint }) },
    output: z.object({ id: z.number().nullable() }),
    handle: async ({ body }, scope) => {
      const found = await scope.sql.one<{ id: number }>(
        sql`update notifications.device set session_id = coalesce(${scope.origin?.sessionId ?? null}, session_id)
             where user_id = ${scope.user.id} and endpoint = ${body.endpoint} returning id`,
      );
      return { id: found?.id ?? null };
    },
  });

  host.route('DELETE', '/notifications/devices/:id', {
    access: 'signed-in',
    summary: "Removes a browser's push subscription.",
    input: { params: z.object({ id }) },
    handle: async ({ params }, scope) => {
      const gone = await scope.sql.one(
        sql`delete from notifications.device where id = ${params.id} and user_id = ${scope.user.id} returning id`,
      );
      if (!gone) throw notFound('ERR_NO_DEVICE_FOUND');
    },
  });

  host.route('POST', '/notifications/devices/:id/test', {
    access: 'signed-in',
    summary: 'Sends a test notification to this browser.',
    input: { params: z.object({ id }) },
    rate: 6,
    handle: async ({ params }, scope) => {
      const device = await scope.sql.one<{ id: number }>(
        sql`select id from notifications.device where id = ${params.id} and user_id = ${scope.user.id}`,
      );
      if (!device) throw notFound('ERR_NO_DEVICE_FOUND');
      const at = new Date().toISOString();
      const message = { title: scope.t('test.title'), body: scope.t('test.body'), path: '/', tag: 'test', at };
      await scope.jobs.schedule(pushJob, {
        deviceId: device.id,
        unlessSeenAfter: null,
        message: { id: `test:${at}`, ...message, silent: false },
      });
    },
  });
};
