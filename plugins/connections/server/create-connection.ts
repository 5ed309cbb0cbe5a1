import { AppError, invalid, limits, sql, type Scope, type z } from '@balcao/sdk/server';
import { channelAdapter, type Connection } from '../contract.ts';
import { saveChannelFields } from './channel-fields.ts';
import { checkFields, defaultFields, saveFields, type creation } from './connection-form.ts';
import { publishChange } from './connection-rows.ts';
import { requestImport } from './import.ts';

/** Serialises people who create the first connection, or change the default, at the same moment. */
const lockDefault = async (scope: Scope): Promise<void> => {
  await scope.sql.run(
    sql`select pg_advisory_xact_lock(hashtextextended('connections default ' || kernel.current_company(), 0))`,
  );
};

export const makeDefault = async (scope: Scope, connectionId: number): Promise<void> => {
  await lockDefault(scope);
  await scope.sql.run(
    sql`update connections.connection set is_default = false where is_default and id <> ${connectionId}`,
  );
  await scope.sql.run(sql`update connections.connection set is_default = true where id = ${connectionId}`);
};

export const connectionCount = async (scope: Scope): Promise<number> =>
  (await scope.sql.one<{ held: number }>(sql`select count(*)::int as held from connections.connection`))?.held ?? 0;

/** Creates a connection, within the plan’s limit; the first one is the default. */
export const createConnection = async (scope: Scope, body: z.output<typeof creation>): Promise<Connection> => {
  if (!scope.items(channelAdapter).some((adapter) => adapter.id === body.channel))
    throw invalid({ channel: 'ERR_CHANNEL_UNKNOWN' });
  const { channel, options, isDefault = false, ...given } = body;
  const fields = { ...defaultFields, ...given };
  checkFields(fields);
  return scope.tx(async (inner) => {
    await inner.use(limits).enforce('connections', () => connectionCount(inner));
    await lockDefault(inner);
    const made = await inner.sql.one<{ id: number; first: boolean }>(
      sql`insert into connections.connection (name, channel) values (${fields.name}, ${channel})
          returning id, not exists (select 1 from connections.connection c where c.is_default) as first`,
    );
    if (!made) throw new AppError(500, 'ERR_INTERNAL');
    await saveFields(inner, made.id, fields);
    await saveChannelFields(inner, { id: made.id, channel }, options, true);
    if (fields.importOldMessages !== null) await requestImport(inner, made.id, true);
    if (made.first || isDefault) await makeDefault(inner, made.id);
    return publishChange(inner, made.id, 'create');
  });
};
