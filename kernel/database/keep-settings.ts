import type { Migration } from '@balcao/sdk/server';
import type pg from 'pg';

/** Keys of settings that these migrations keep, and that the plugin does not declare. */
export const undeclaredSettings = (migrations: readonly Migration[], declared: readonly string[]): string[] =>
  migrations.flatMap(({ settings = [] }) => settings.map(({ key }) => key)).filter((key) => !declared.includes(key));

/** Stores what migrations keep for companies of before; what a company has chosen itself stays. */
export const keepSettings = async (client: pg.ClientBase, { settings = [] }: Migration): Promise<void> => {
  for (const { key, value, companies } of settings) {
    await client.query(
      `insert into kernel.setting (company_id, key, value)
       select distinct chosen.company_id, $1, $2 from (${companies}) chosen on conflict do nothing`,
      [key, value],
    );
  }
};
