import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { forbidden, invalid } from '@balcao/sdk/server';
import type { AuditEntry, AuditFilter, AuditLog, AuditRecord, Scope } from '@balcao/sdk/server';
import { redact } from './redact.ts';
import { AuditContext } from './audit-context.ts';

interface Row extends Omit<AuditRecord, 'id' | 'company'> {
  id: string;
  companyId: number | null;
  companyName: string | null;
}

/** Null: the platform's own. */
type Whose = number | null;
const ofWhom = (whose: Whose): string =>
  whose === null ? '$1::int is null and a.company_id is null' : 'a.company_id = $1';

/** Reads the record of a company, and adds what no transaction of a request took along. */
export class AuditRecords {
  readonly #owner: Pool;

  constructor(owner: Pool) {
    this.#owner = owner;
  }

  /** The entry of a request whose deed was not in this database: an export, a call of a provider. */
  async store(trail: AuditContext): Promise<void> {
    await this.#owner.query(`select kernel.note_all($1)`, [trail.json]);
    trail.isStored = true;
  }

  /** The kernel's own deeds, such as signing in. */
  async add(
    about: Pick<ConstructorParameters<typeof AuditContext>[0], 'companyId' | 'user' | 'origin'>,
    entry: AuditEntry,
  ): Promise<void> {
    await this.store(new AuditContext({ id: randomUUID(), plugin: 'kernel', ...about, entry }));
  }

  forCompany(scope: Pick<Scope, 'company' | 'sql' | 'user'>, label: AuditLog['label']): AuditLog {
    const companyId = scope.company.id;
    const whose = (platform = false): Whose => {
      if (platform && !scope.user?.super) throw forbidden();
      return platform ? null : companyId;
    };
    return {
      search: async ({ platform, ...filter }) => this.#search(whose(platform), filter),
      choices: async ({ platform } = {}) => this.#choices(whose(platform)),
      label,
      redact: (words) => redact(scope, words),
      deleteBefore: async (before) => {
        const { rowCount } = await this.#owner.query(`delete from kernel.audit where company_id = $1 and at < $2`, [
          companyId,
          before,
        ]);
        return rowCount ?? 0;
      },
    };
  }

  async #search(whose: Whose, filter: AuditFilter): Promise<AuditRecord[]> {
    const { userId, plugin, action, from, to, text = '', before, limit = 50 } = filter;
    for (const [field, day] of Object.entries({ from, to }))
      if (day && Number.isNaN(day.getTime())) throw invalid({ [field]: 'ERR_INVALID_VALUE' });
    const { rows } = await this.#owner.query<Row>(
      `select a.id, at, user_id as "userId", user_name as "userName", super, ip, user_agent as "userAgent",
              plugin, action, subject, detail, changes, concerns as "companyId", c.name as "companyName"
         from kernel.audit a
         left join kernel.company c on c.id = a.concerns
        where ${ofWhom(whose)}
          and ($2::int is null or user_id = $2)
          and ($3::text is null or plugin = $3)
          and ($4::text is null or action = $4)
          and ($5::timestamptz is null or at >= $5)
          and ($6::timestamptz is null or at < $6)
          and ($7 = '' or search like kernel.like_pattern($7))
          and ($8::bigint is null or a.id < $8)
        order by a.id desc limit $9`,
      [
        whose,
        userId ?? null,
        plugin ?? null,
        action ?? null,
        from ?? null,
        to ?? null,
        text.replaceAll('\0', '').trim().slice(0, 200),
        before ?? null,
        Math.min(Math.max(Math.trunc(limit), 1), 500),
      ],
    );
    return rows.map(({ companyId, companyName, ...row }) => ({
      ...row,
      id: Number(row.id),
      company: companyId === null ? null : { id: companyId, name: companyName },
    }));
  }

  async #choices(whose: Whose): ReturnType<AuditLog['choices']> {
    const [people, actions] = await Promise.all([
      this.#owner.query<{ id: number; name: string }>(
        `select user_id as id, (array_agg(user_name order by id desc))[1] as name
           from kernel.audit a where ${ofWhom(whose)} and user_id is not null group by user_id order by 2 limit 500`,
        [whose],
      ),
      this.#owner.query<{ plugin: string; action: string }>(
        `select distinct plugin, action from kernel.audit a where ${ofWhom(whose)} order by plugin, action limit 500`,
        [whose],
      ),
    ]);
    return { people: people.rows, actions: actions.rows };
  }
}
