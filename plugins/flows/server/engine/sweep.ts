import { sql, type Scope } from '@balcao/sdk/server';
import { advance } from './advance.ts';
import { isDue, unfinished } from './session-store.ts';
import { wakeDue } from './wake-due.ts';

const batch = 200;

/** A wait that is over, and that failed or whose job did not come; the expiry of a flow has no job at all. */
const due = sql`${isDue} and s.touched_at <= now() - interval '5 seconds'`;
/** The server was stopped between two steps. */
const stopped = sql`s.state = 'running' and s.touched_at < now() - interval '30 seconds'`;
/** An offer that was not taken up: the conversation went elsewhere. */
const inVain = sql`s.state = 'offered' and s.touched_at < now() - interval '2 minutes'
  and not exists (select 1 from tickets.public_ticket t
                   where t.company_id = s.company_id and t.id = s.ticket_id and t.automatic_by = 'flows')`;

/** Selects the companies in which the sweep finds something. */
export const sweepDue = sql`
  select s.company_id from flows.session s where ${isDue}
  union all select s.company_id from flows.session s where ${stopped}
  union all select s.company_id from flows.session s where ${inVain}`;

/** Continues what nobody else continues. Each session once: one that fails is tried again by the next sweep. */
export const sweep = async (scope: Scope): Promise<void> => {
  await scope.sql.run(sql`delete from flows.session s where ${inVain}`);
  await wakeDue(scope);
  for (const condition of [stopped, due]) {
    for (let last = 0; ;) {
      const found = await unfinished(scope, sql`${condition} and s.id > ${last}`, batch);
      if (found.length === 0) break;
      for (const { id } of found) {
        if (scope.signal.aborted) return;
        last = id;
        await advance(scope, id, { kind: 'wake' });
      }
    }
  }
};
