import type { Migration } from '@balcao/sdk/server';
import type pg from 'pg';

/** Returns the keys of settings that these migrations preserve and the plugin does not declare. */
export const undeclaredSettings = (migrations: readonly Migration[], declared: readonly string[]): string[] =>
  migrations.flatMap(({ settings = [] }) => settings.map(({ key }) => key)).filter((key) => !declared.includes(key));

/**
 * Stores the former defaults that migrations preserve for existing companies. Values that a company chose itself
 * stay.
 */
export const preserveSettings = async (client: pg.ClientBase, { settings = [] }: Migration): Promise<void> => {
  for (const { key, value, companies } of settings) {
    await client.query(
      `insert into kernel.setting (company_id, key, value)
       select distinct chosen.company_id, $1, $2 from (${companies}) chosen on conflict do nothing`,
      [key, value],
    );
  }
};
