import {
  AppError,
  countedText,
  editOf,
  forbidden,
  limits,
  mergeEdit,
  notFound,
  sql,
  weeklyHours,
  weeklyHoursInput,
  z,
  type Host,
  type Scope,
} from '@balcao/sdk/server';
import { queueChanged, queues, queuesRoom } from '../contract.ts';
import type manifest from '../manifest.ts';
import { asForm, readExtras, saveExtras, withExtras, type ShownQueue } from './extras.ts';
import { QueueRow } from './queue.entity.ts';
import { defaultHours } from './default-hours.ts';

export const params = z.object({ id: z.coerce.number().int().positive().max(2_147_483_647) });
const text = z
  .string()
  .max(4096, 'Too Long!')
  .nullable()
  .transform((value) => value ?? '');
const form = z.object({
  name: countedText(2, 50),
  color: z
    .string('Required')
    .trim()
    .min(3, 'Too Short!')
    .max(9, 'Too Long!')
    .regex(/^#[0-9a-fA-F]{3,8}$/, 'Required'),
  greetingMessage: text,
  outOfHoursMessage: text,
  complationMessage: text,
  ratingMessage: text,
  sendDelay: z.preprocess(
    (value) => (value === '' || value === null ? 0 : value),
    z.coerce.number().int().min(0).max(3600),
  ),
  schedules: weeklyHoursInput,
});
const edit = editOf(form);
/** Fields that are optional for a new queue. */
const creation = form.extend({
  greetingMessage: text.default(''),
  outOfHoursMessage: text.default(''),
  complationMessage: text.default(''),
  ratingMessage: text.default(''),
  sendDelay: form.shape.sendDelay.default(0),
  schedules: form.shape.schedules.default(defaultHours),
});
/** Includes the keys that other plugins add. */
export const output = z.looseObject({
  id: z.number(),
  name: z.string(),
  color: z.string(),
  greetingMessage: z.string(),
  outOfHoursMessage: z.string(),
  complationMessage: z.string(),
  ratingMessage: z.string(),
  sendDelay: z.number(),
  schedules: weeklyHours,
  media: z
    .object({ type: z.string(), path: z.string(), name: z.string(), mime: z.string(), size: z.number() })
    .nullable(),
  mediaPath: z.string().nullable(),
  mediaName: z.string().nullable(),
});

/** Colours are unique, because every screen identifies a queue by its colour. */
const refuseSameColor = async (work: () => Promise<void>): Promise<void> => {
  try {
    await work();
  } catch (error) {
    if (error instanceof Error && error.name === 'UniqueConstraintViolationException') {
      throw new AppError(409, 'ERR_QUEUE_COLOR_ALREADY_EXISTS', {
        fields: { color: 'ERR_QUEUE_COLOR_ALREADY_EXISTS' },
      });
    }
    throw error;
  }
};

/**
 * Names are unique, because a customer would see two equal lines in the numbered menu. Checked by one transaction at a
 * time per company.
 */
const refuseSameName = async (scope: Scope, name: string | undefined, id = 0): Promise<void> => {
  if (name === undefined) return;
  await scope.sql.run(
    sql`select pg_advisory_xact_lock(hashtextextended('queues names ' || kernel.current_company(), 0))`,
  );
  const other = await scope.sql.one(
    sql`select 1 from queues.queue where lower(name) = lower(${name}) and id <> ${id} limit 1`,
  );
  if (other)
    throw new AppError(409, 'ERR_QUEUE_NAME_ALREADY_EXISTS', { fields: { name: 'ERR_QUEUE_NAME_ALREADY_EXISTS' } });
};

const lookUp = async (scope: Scope, id: number): Promise<ShownQueue | undefined> => {
  const queue = await scope.use(queues).find(id);
  return queue && (await withExtras(scope, [queue]))[0];
};

export const findQueue = async (scope: Scope, id: number): Promise<ShownQueue> => {
  const shown = await lookUp(scope, id);
  if (!shown) throw notFound('ERR_NO_QUEUE_FOUND');
  return shown;
};

export const queuesHeld = async (scope: Scope): Promise<number> =>
  (await scope.sql.one<{ held: number }>(sql`select count(*)::int as held from queues.queue`))?.held ?? 0;

/** Adds the creator of the first queue to it: otherwise nobody would see the company's first customers. */
const joinMaker = async (scope: Scope, queueId: number): Promise<void> => {
  const { user } = scope;
  if (user && !user.impersonating) await scope.use(queues).assign(user.id, [queueId]);
};

export const publishQueueChange = async (
  scope: Scope,
  queueId: number,
  action: 'create' | 'update' | 'delete',
): Promise<void> => {
  await scope.emit(queueChanged, `queue:${queueId}`, { queueId, action });
  scope.rooms.emit(
    queuesRoom,
    {},
    action === 'delete' ? 'delete' : 'update',
    action === 'delete'
      ? { queueId }
      : { queue: await findQueue(scope, queueId), ...(action === 'create' && { isNew: true }) },
  );
};

export const queueRoutes = (host: Host<typeof manifest>): void => {
  host.route('GET', '/queue', {
    access: 'signed-in',
    output: z.array(output),
    summary: 'Queues of the company; a super user may name another by `companyId`.',
    input: { query: z.object({ companyId: z.coerce.number().int().positive().max(2_147_483_647).optional() }) },
    handle: async ({ query: { companyId } }, scope) => {
      const list = async (of: Scope) => withExtras(of, await of.use(queues).list());
      if (companyId === undefined || companyId === scope.company.id) return list(scope);
      if (!scope.inCompany) throw forbidden();
      return scope.inCompany(companyId, list);
    },
  });
  host.route('GET', '/queue/:id', {
    access: 'signed-in',
    summary: 'One queue.',
    input: { params },
    output,
    handle: (request, scope) => findQueue(scope, request.params.id),
  });
  host.route('POST', '/queue', {
    access: 'queues:view',
    summary: 'Creates a queue.',
    input: { body: creation.loose() },
    output,
    handle: ({ body }, scope) =>
      scope.tx(async (inner) => {
        const extras = readExtras(inner, body);
        await inner.use(limits).enforce('queues', () => queuesHeld(inner));
        const isFirst = (await queuesHeld(inner)) === 0;
        await refuseSameName(inner, body.name);
        const row = inner.em.create(QueueRow, { ...creation.parse(body), companyId: inner.company.id });
        await refuseSameColor(() => inner.em.flush());
        await saveExtras(inner, row.id, extras);
        if (isFirst) await joinMaker(inner, row.id);
        await publishQueueChange(inner, row.id, 'create');
        return findQueue(inner, row.id);
      }),
  });
  host.route('PUT', '/queue/:id', {
    access: 'queues:view',
    summary: 'Changes a queue.',
    input: { params, body: edit.loose() },
    output,
    handle: ({ params: { id }, body }, scope) =>
      scope.tx(async (inner) => {
        await inner.sql.one(sql`select id from queues.queue where id = ${id} for update`);
        const present = await lookUp(inner, id);
        const change = await mergeEdit(inner, {
          table: 'queues.queue',
          id,
          row: present && asForm(present, inner),
          missing: 'ERR_NO_QUEUE_FOUND',
          body,
        });
        const extras = readExtras(inner, change);
        await refuseSameName(inner, form.partial().parse(change).name, id);
        inner.em.assign(await inner.em.findOneOrFail(QueueRow, { id }), form.partial().parse(change));
        await refuseSameColor(() => inner.em.flush());
        await saveExtras(inner, id, extras);
        await publishQueueChange(inner, id, 'update');
        return findQueue(inner, id);
      }),
  });
  host.route('DELETE', '/queue/:id', {
    access: 'queues:view',
    summary: 'Deletes a queue.',
    input: { params },
    handle: (request, scope) =>
      scope.tx(async (inner) => {
        const removed = await inner.em.nativeDelete(QueueRow, { id: request.params.id });
        if (removed === 0) throw notFound('ERR_NO_QUEUE_FOUND');
        await publishQueueChange(inner, request.params.id, 'delete');
      }),
  });
};
