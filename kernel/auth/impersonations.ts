import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { companyImpersonated, conflict, notFound, type CurrentUser, type Log } from '@balcao/sdk/server';
import { AuditContext } from '../audit/audit-context.ts';
import type { Emit } from '../tenants/ports.ts';
import type { Tenants } from '../tenants/tenants.ts';
import { inTransaction } from '../tenants/transaction.ts';
import type { Session } from './kernel-route.ts';
import type { Sessions } from './sessions.ts';

interface ImpersonationsOptions {
  owner: Pool;
  log: Log;
  tenants: Tenants;
  sessions: Sessions;
  emit: Emit;
}

/**
 * A super user enters a company to help it: the session stays the person's own, and works in that company until it is
 * left. Every coming and going is an event of the company visited.
 */
export class Impersonations {
  readonly #options: ImpersonationsOptions;

  constructor(options: ImpersonationsOptions) {
    this.#options = options;
  }

  async enter(companyId: number, user: CurrentUser, session: Session, ip: string): Promise<void> {
    const company = this.#options.tenants.company(companyId);
    if (!company) throw notFound('ERR_NO_COMPANY_FOUND');
    if (!company.status) throw conflict('ERR_COMPANY_INACTIVE');
    await this.#move(companyId, user, session, ip);
  }

  leave(user: CurrentUser, session: Session, ip: string): Promise<void> {
    return this.#move(null, user, session, ip);
  }

  async #move(to: number | null, user: CurrentUser, session: Session, ip: string): Promise<void> {
    const { owner, sessions, emit } = this.#options;
    await inTransaction(owner, async (client) => {
      const { rows } = await client.query<{ home: number; visited: number | null }>(
        `select company_id as home, visited_company_id as visited from kernel.session where id = $1 for update`,
        [session.id],
      );
      const before = rows[0];
      const next = to === before?.home ? null : to;
      if (!before || before.visited === next) return;
      await client.query(`update kernel.session set visited_company_id = $2 where id = $1`, [session.id, next]);
      const tell = async (companyId: number, action: 'enter' | 'leave') => {
        const { id: userId, name, email } = user;
        const entry = { action: `companies.${action === 'enter' ? 'entered' : 'left'}`, subject: email };
        const origin = { ip, userAgent: '', sessionId: session.id };
        const trail = new AuditContext({
          id: randomUUID(),
          companyId: undefined,
          plugin: 'companies',
          user,
          origin,
          entry,
        });
        trail.touch(companyId);
        await client.query(`select kernel.note_all($1)`, [trail.json]);
        const told = { companyId, userId, name, email, ip, action };
        await emit(companyId, companyImpersonated, `visit:${session.id}`, told, client);
      };
      if (before.visited !== null) await tell(before.visited, 'leave');
      if (next !== null) await tell(next, 'enter');
    });
    await sessions.moved(session.id);
  }
}
