import { randomUUID } from 'node:crypto';
import { sql, type Scope } from '@balcao/sdk/server';

const renewedMs = 10_000;
/** A runner that has renewed nothing for so long is dead. */
const lostSeconds = 45;

interface Lease {
  /** Aborted when another runner has it. */
  signal: AbortSignal;
  end(): Promise<void>;
}

/** Takes a run over, unless another runner that lives has it. */
export const takeLease = async (scope: Scope, id: number): Promise<Lease | undefined> => {
  const runner = randomUUID();
  const taken = await scope.sql.run(
    sql`update assistant.evaluation set runner = ${runner}, seen_at = now()
         where id = ${id} and state = 'running' and (runner is null or seen_at < now() - make_interval(secs => ${lostSeconds}::int))`,
  );
  if (taken === 0) return undefined;
  const controller = new AbortController();
  const renew = async (): Promise<void> => {
    const kept = await scope.sql.run(
      sql`update assistant.evaluation set seen_at = now() where id = ${id} and runner = ${runner}`,
    );
    if (kept === 0) controller.abort();
  };
  // A renewal that fails once is repeated in time; if none succeeds, another runner takes over.
  const timer = setInterval(() => void renew().catch(() => undefined), renewedMs);
  return {
    signal: controller.signal,
    async end() {
      clearInterval(timer);
      await scope.sql.run(sql`update assistant.evaluation set runner = null where id = ${id} and runner = ${runner}`);
    },
  };
};

const isLost = sql`state = 'running' and seen_at < now() - make_interval(secs => ${lostSeconds}::int)`;

/** SQL: the companies with a run whose runner died. */
export const companiesWithLostRuns = sql`select company_id from assistant.evaluation where ${isLost}`;

/** The runs whose runner died. */
export const lostRuns = async (scope: Scope): Promise<number[]> => {
  const rows = await scope.sql.rows<{ id: number }>(sql`select id from assistant.evaluation where ${isLost}`);
  return rows.map(({ id }) => id);
};
