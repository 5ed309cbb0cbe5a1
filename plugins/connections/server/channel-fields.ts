import { faultCode, invalid, type Scope } from '@balcao/sdk/server';
import { channelAdapter, type ChannelFields, type Connection } from '../contract.ts';

interface Contributed {
  fields: ChannelFields;
  /** The scope of the channel’s own plugin. */
  scope: Scope;
}

const fieldsOf = (channel: string, scope: Scope): Contributed | undefined => {
  const found = scope.contributions(channelAdapter).find(({ item }) => item.id === channel);
  return found?.item.fields && { fields: found.item.fields, scope: found.scope };
};

/**
 * Validates and saves the channel’s own fields by its adapter, in the transaction of `scope`. A new connection gets all
 * of them.
 */
export const saveChannelFields = async (
  scope: Scope,
  { id, channel }: Pick<Connection, 'id' | 'channel'>,
  values: Readonly<Record<string, unknown>> | undefined,
  isNew: boolean,
): Promise<void> => {
  const own = fieldsOf(channel, scope);
  if (!own || (values === undefined && !isNew)) return;
  const checked = own.fields.schema.safeParse(values ?? {}, { error: faultCode });
  if (!checked.success)
    throw invalid(
      Object.fromEntries(checked.error.issues.map(({ path, message }) => [['options', ...path].join('.'), message])),
    );
  await own.fields.save(id, checked.data, own.scope);
};

/** Returns the fields by connection, for people who may change them. */
export const channelFieldsOf = async (
  list: readonly Pick<Connection, 'id' | 'channel'>[],
  scope: Scope,
): Promise<ReadonlyMap<number, Record<string, unknown>>> => {
  const all = new Map<number, Record<string, unknown>>();
  if (!scope.can('connections-page:editOrDeleteConnection')) return all;
  for (const [channel, connections] of Map.groupBy(list, (one) => one.channel)) {
    const own = fieldsOf(channel, scope);
    const ids = connections.map(({ id }) => id);
    const loaded = await own?.fields.load(ids, own.scope);
    for (const id of ids) {
      const options = loaded?.get(id);
      if (options) all.set(id, options);
    }
  }
  return all;
};
