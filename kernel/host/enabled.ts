import type { Pool } from 'pg';
import type { Migration } from '@balcao/sdk/server';
import type { JobRunner } from '../jobs/index.ts';
import type { Registry } from './registry.ts';
import type { Switches } from './switches.ts';

/** Which plugins were told that they are on, for which company. */
export const enabledMigration: Migration = {
  name: '0019-plugin-enabled',
  sql: [
    `create table kernel.plugin_enabled (
       company_id int not null references kernel.company (id) on delete cascade,
       plugin text not null,
       told_at timestamptz not null default now(),
       primary key (company_id, plugin)
     )`,
  ],
};

/** The job in which a plugin looks at what was there before it was on. */
export const enabledJob = (plugin: string): string => `${plugin}.on-enabled`;

interface EnabledParts {
  owner: Pool;
  registry: Registry;
  switches: Switches;
  jobs: Pick<JobRunner, 'schedule'>;
}

/**
 * Tells plugins that they are on for a company, once each time. What is told is a job, so it survives whatever ends in
 * the middle. Nodes may look at the same moment: they put the same job in the same place.
 */
export class EnabledPlugins {
  readonly #parts: EnabledParts;

  constructor(parts: EnabledParts) {
    this.#parts = parts;
  }

  /** Of the companies given: what is on and was not told, and what is off and has to be told the next time. */
  async look(companies: readonly number[]): Promise<void> {
    const { owner, registry, switches, jobs } = this.#parts;
    const asking = [...registry.plugins].flatMap(([id, { ledger }]) => (ledger.enabled ? [id] : []));
    if (asking.length === 0 || companies.length === 0) return;
    const { rows } = await owner.query<{ companyId: number; plugin: string }>(
      `select company_id as "companyId", plugin from kernel.plugin_enabled
        where company_id = any($1::int[]) and plugin = any($2::text[])`,
      [companies, asking],
    );
    const told = new Set(rows.map(({ companyId, plugin }) => `${companyId}/${plugin}`));
    for (const companyId of companies) {
      for (const plugin of asking) {
        const isOn = switches.isOn(plugin, companyId);
        if (isOn === told.has(`${companyId}/${plugin}`)) continue;
        if (isOn) {
          // First the job: told twice is no harm, told never would be.
          await jobs.schedule(enabledJob(plugin), companyId, {}, { key: 'enabled' });
          await owner.query(
            'insert into kernel.plugin_enabled (company_id, plugin) values ($1, $2) on conflict do nothing',
            [companyId, plugin],
          );
        } else await this.#forget([companyId], plugin);
      }
    }
  }

  /** The plugin was taken out: what happens meanwhile it does not hear of. */
  async gone(plugin: string): Promise<void> {
    await this.#forget(undefined, plugin);
  }

  async #forget(companies: readonly number[] | undefined, plugin: string): Promise<void> {
    await this.#parts.owner.query(
      `delete from kernel.plugin_enabled where plugin = $1 and ($2::int[] is null or company_id = any($2::int[]))`,
      [plugin, companies ?? null],
    );
  }
}
