import { sql, type Scope } from '@balcao/sdk/server';

/** Lets a version answer customers, in the transaction of the scope. */
export const goLive = async (scope: Scope, versionId: number): Promise<void> => {
  await scope.sql.run(sql`update assistant.version set is_live = false where is_live and id <> ${versionId}`);
  await scope.sql.run(sql`update assistant.version set is_live = true, live_at = now() where id = ${versionId}`);
};
