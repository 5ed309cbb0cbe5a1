import { faultCode, invalid, type Scope } from '@balcao/sdk/server';
import { queueExtra, type Queue } from '../contract.ts';

/** A queue in API responses. */
export type ShownQueue = Queue & Record<string, unknown>;

/** Adds the keys of other plugins; a failing one leaves the queue unchanged. */
export const withExtras = async (scope: Scope, list: readonly Queue[]): Promise<ShownQueue[]> => {
  const ids = list.map(({ id }) => id);
  const added = await Promise.all(
    scope.contributions(queueExtra).map(async ({ item, scope: own }) => {
      try {
        return await item.load(ids, own);
      } catch (err) {
        scope.log.error({ err, extra: item.id }, 'extra of queues failed');
        return new Map<number, Record<string, unknown>>();
      }
    }),
  );
  return list.map(
    (queue) => Object.assign({}, queue, ...added.map((extra) => extra.get(queue.id) ?? {})) as ShownQueue,
  );
};

/** Returns the values of the queue's form by field name. */
export const asForm = (queue: ShownQueue, scope: Scope): object => ({
  ...queue,
  ...Object.fromEntries(scope.items(queueExtra).map(({ field, read }) => [field, read ? read(queue) : queue[field]])),
});

/** Validates those fields in the body. */
export const readExtras = (scope: Scope, body: Readonly<Record<string, unknown>>): ReadonlyMap<string, unknown> => {
  const read = new Map<string, unknown>();
  for (const { id, field, schema } of scope.items(queueExtra)) {
    if (body[field] === undefined) continue;
    const value = schema.safeParse(body[field], { error: faultCode });
    if (!value.success) throw invalid({ [field]: value.error.issues[0]?.message ?? 'ERR_INVALID_VALUE' });
    read.set(id, value.data);
  }
  return read;
};

export const saveExtras = async (
  scope: Scope,
  queueId: number,
  extras: ReadonlyMap<string, unknown>,
): Promise<void> => {
  for (const { item, scope: own } of scope.contributions(queueExtra))
    if (extras.has(item.id)) await item.save(queueId, extras.get(item.id), own);
};
