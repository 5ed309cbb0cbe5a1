import type pg from 'pg';
import { companySetting } from './company-mark.ts';
import { round, sideBySide } from './figures.ts';
import type { Installation } from './installation.ts';
import { agentLists, company, lists } from './list.ts';
import { perSecond, type Row } from './table.ts';

/** Minimal share of the speed of a list that remains with signed companies. */
const goal = 0.95;

/** The same policies with an unsigned company: the function is inlined, as it was before companies were signed. */
const unsignedFunction = `create or replace function kernel.current_company() returns int language sql stable parallel safe as $$
  select nullif(split_part(current_setting('app.company', true), '.', 1), '')::int $$`;

interface Policy {
  name: string;
  table: string;
  using: string;
  check: string | null;
}

const alter = ({ name, table, using, check }: Policy): string =>
  `alter policy ${name} on ${table} using (${using})${check === null ? '' : ` with check (${check})`}`;

/** Switches the whole database between signed and unsigned companies. */
const switchable = async (owner: pg.Pool): Promise<Record<'signed' | 'unsigned', () => Promise<void>>> => {
  const { rows: functions } = await owner.query<{ definition: string }>(
    `select pg_get_functiondef('kernel.current_company()'::regprocedure) as definition`,
  );
  const { rows: policies } = await owner.query<Policy>(
    `select quote_ident(o.polname) as name, format('%I.%I', n.nspname, c.relname) as table,
            pg_get_expr(o.polqual, o.polrelid) as using, pg_get_expr(o.polwithcheck, o.polrelid) as check
       from pg_policy o join pg_class c on c.oid = o.polrelid join pg_namespace n on n.oid = c.relnamespace
      where pg_get_expr(o.polqual, o.polrelid) ~ 'kernel\\.current_company\\(\\)'`,
  );
  const bare = (expression: string): string =>
    expression.replaceAll(/\(\s*SELECT kernel\.current_company\(\) AS current_company\)/g, 'kernel.current_company()');
  const apply = async (statements: readonly (string | undefined)[]): Promise<void> => {
    await owner.query(`begin; ${statements.filter(Boolean).join('; ')}; commit`);
  };
  return {
    signed: () => apply([functions[0]?.definition, ...policies.map(alter)]),
    unsigned: () =>
      apply([
        unsignedFunction,
        ...policies.map((policy) =>
          alter({ ...policy, using: bare(policy.using), check: policy.check && bare(policy.check) }),
        ),
      ]),
  };
};

/** Compares each list of tickets under row-level security with a signed and an unsigned company. */
export const isolation = async ({ owner, confined }: Pick<Installation, 'owner' | 'confined'>): Promise<Row[]> => {
  const mark = await companySetting(confined, company);
  const use = await switchable(owner);
  const rows: Row[] = [];
  try {
    for (const { what, sql } of [...lists, ...agentLists]) {
      const query = `select set_config('app.company', '${mark}', true); ${sql}`;
      const measured = (seconds: number) => round(1, seconds, async () => void (await confined.query(query)));
      const { unsigned, signed } = await sideBySide(
        {
          unsigned: async (seconds) => (await use.unsigned(), measured(seconds)),
          signed: async (seconds) => (await use.signed(), measured(seconds)),
        },
        { rounds: 15, seconds: 0.5 },
      );
      rows.push({
        what: `${what}, signed company`,
        figure: perSecond(signed.perSecond),
        limit: `${perSecond(unsigned.perSecond)} unsigned`,
        ratio: signed.ratio,
        goal: `≥ ${goal}`,
        met: signed.ratio >= goal,
        p50: signed.p50,
        p99: signed.p99,
      });
    }
  } finally {
    await use.signed();
  }
  return rows;
};
