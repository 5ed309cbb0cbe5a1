import { sql, type Scope } from '@balcao/sdk/server';

/** Two people who change the versions at once do it one after the other; until the transaction of the scope ends. */
export const lockVersions = async (scope: Scope): Promise<void> => {
  await scope.sql.run(sql`select pg_advisory_xact_lock(hashtext('assistant.version'), kernel.current_company())`);
};

/** Lets a version answer customers, in the transaction of the scope. */
export const goLive = async (scope: Scope, versionId: number): Promise<void> => {
  await lockVersions(scope);
  await scope.sql.run(sql`update assistant.version set is_live = false where is_live and id <> ${versionId}`);
  await scope.sql.run(sql`update assistant.version set is_live = true, live_at = now() where id = ${versionId}`);
};
