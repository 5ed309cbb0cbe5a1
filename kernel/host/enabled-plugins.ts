import type { Pool } from 'pg';
import type { Migration } from '@balcao/sdk/server';
import type { JobRunner } from '../jobs/index.ts';
import { enabledJob } from './enabled-job.ts';
import type { Registry } from './registry.ts';
import type { Switches } from './switches.ts';

/** Table of the plugins that were notified that they are on, by company. */
export const enabledMigration: Migration = {
  name: '0019-plugin-enabled',
  sql: [
    `create table kernel.plugin_enabled (
       company_id int not null references kernel.company (id) on delete cascade,
       plugin text not null,
       notified_at timestamptz not null default now(),
       primary key (company_id, plugin)
     )`,
  ],
};

interface EnabledParts {
  owner: Pool;
  registry: Registry;
  switches: Switches;
  jobs: Pick<JobRunner, 'schedule'>;
}

/**
 * Notifies plugins that they are on for a company, once each time. The notification is a job, so it survives a crash
 * in between. Nodes may check at the same moment, because they schedule the same job under the same key.
 */
export class EnabledPlugins {
  readonly #parts: EnabledParts;

  constructor(parts: EnabledParts) {
    this.#parts = parts;
  }

  /** Checks the given companies: schedules a job for what is on and was not notified, and forgets what is off. */
  async notify(companies: readonly number[]): Promise<void> {
    const { owner, registry, switches, jobs } = this.#parts;
    const interested = [...registry.plugins].flatMap(([id, { ledger }]) => (ledger.enabled ? [id] : []));
    if (interested.length === 0 || companies.length === 0) return;
    const { rows } = await owner.query<{ companyId: number; plugin: string }>(
      `select company_id as "companyId", plugin from kernel.plugin_enabled
        where company_id = any($1::int[]) and plugin = any($2::text[])`,
      [companies, interested],
    );
    const notified = new Set(rows.map(({ companyId, plugin }) => `${companyId}/${plugin}`));
    for (const companyId of companies) {
      for (const plugin of interested) {
        const isOn = switches.works(plugin, companyId);
        if (isOn === notified.has(`${companyId}/${plugin}`)) continue;
        if (isOn) {
          // The job comes first: a second notification is harmless, a missing one is not.
          await jobs.schedule(enabledJob(plugin), companyId, {}, { key: 'enabled' });
          await owner.query(
            'insert into kernel.plugin_enabled (company_id, plugin) values ($1, $2) on conflict do nothing',
            [companyId, plugin],
          );
        } else await this.#forget([companyId], plugin);
      }
    }
  }

  /** Forgets an uninstalled plugin; it is not notified in the meantime. */
  async forget(plugin: string): Promise<void> {
    await this.#forget(undefined, plugin);
  }

  async #forget(companies: readonly number[] | undefined, plugin: string): Promise<void> {
    await this.#parts.owner.query(
      `delete from kernel.plugin_enabled where plugin = $1 and ($2::int[] is null or company_id = any($2::int[]))`,
      [plugin, companies ?? null],
    );
  }
}
