import type { ClientBase } from 'pg';

/**
 * Adds the trigger to every plugin column that refers to a person. Without an impersonation it costs one comparison.
 */
export const guardPersonColumns = async (owner: ClientBase): Promise<void> => {
  const { rows } = await owner.query<{ statement: string }>(
    `select format('create trigger %I before insert or update on %s for each row
                    when (new.%I::text = current_setting(''app.impersonator'', true))
                    execute function kernel.clear_person(%L, %L)',
                   'impersonation_' || a.attname, c.conrelid::regclass, a.attname, a.attname,
                   case when a.attnotnull then 'own' else 'null' end) as statement
       from pg_constraint c
       join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any (c.conkey)
       join pg_class t on t.oid = c.conrelid
       join pg_namespace n on n.oid = t.relnamespace
      where c.contype = 'f' and c.confrelid = 'kernel."user"'::regclass and n.nspname <> 'kernel'
        and a.attname <> 'company_id' and c.conparentid = 0
        and not exists (select from pg_trigger g where g.tgrelid = c.conrelid and g.tgname = 'impersonation_' || a.attname)`,
  );
  for (const { statement } of rows) await owner.query(statement);
};
