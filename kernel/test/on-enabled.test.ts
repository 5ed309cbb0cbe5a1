import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { sql } from '@balcao/sdk/server';
import { eventually, startTestHost, type TestCompany, type TestHost } from '@balcao/testing';
import { pluginFolder, type Installed, type PluginFolder } from './installation.ts';

const databaseUrl = inject('databaseUrl');
let folder: PluginFolder;
let host: TestHost;

/** Control of the plugin's code by tests: the step that fails, and how often each step was begun. */
const control = { failsAt: 0, begun: [] as number[] };
Object.assign(globalThis, { enabledControl: control });

const clock = (version: string, more = ''): Installed => ({
  built: true,
  manifest: { version, routes: { api: ['/clock'] } },
  parts: `migrations: [{ name: '0001-init', sql: [
    'create table clock.step (id int generated always as identity primary key, company_id int not null references kernel.company (id) on delete cascade, step int not null)'] }],`,
  setup: `
    route(host, '/clock');
    ${more}`,
});
const backfill = `
  host.onEnabled(async (from = 0, scope) => {
    globalThis.enabledControl.begun.push(from);
    if (globalThis.enabledControl.failsAt === from && from > 0) { globalThis.enabledControl.failsAt = 0; throw new Error('cut off'); }
    await scope.sql.run(sdk.sql\`insert into clock.step (company_id, step) values (\${scope.company.id}, \${from})\`);
    return from < 3 ? from + 1 : undefined;
  });`;

beforeAll(async () => {
  folder = await pluginFolder({ clock: clock('1.0.0') });
  host = await startTestHost({ databaseUrl, plugins: [folder.dir] });
});
afterAll(async () => {
  await host.close();
  await folder.remove();
});

const steps = async (company: TestCompany): Promise<number[]> =>
  (await company.scope('clock').sql.rows<{ step: number }>(sql`select step from clock.step order by id`)).map(
    ({ step }) => step,
  );
const done = (company: TestCompany, times: number) =>
  eventually(async () => (await steps(company)).filter((step) => step === 3).length === times);

test('A version that is the first to register onEnabled is notified for every company that has the plugin on, and for no other', async () => {
  const on = await host.company({ name: 'On', settings: { 'plugin:clock': true } });
  const off = await host.company({ name: 'Off' });
  await folder.replace('clock', clock('1.1.0', backfill));
  await done(on, 1);
  expect(await steps(on)).toEqual([0, 1, 2, 3]);
  await folder.replace('clock', clock('1.2.0', `${backfill} const another = 1;`));
  await eventually(() => host.kernel.registry.plugins.get('clock')?.source.manifest.version === '1.2.0');
  await off.enable('plugin:clock');
  await done(off, 1);
  // Another version is not notified again.
  expect([await steps(on), await steps(off)]).toEqual([
    [0, 1, 2, 3],
    [0, 1, 2, 3],
  ]);
});

test('A step that is cut off runs again from where it began, not from the first step', async () => {
  const company = await host.company({ name: 'Cut' });
  control.begun.length = 0;
  control.failsAt = 2;
  await company.enable('plugin:clock');
  const failedOnce = await eventually(() => control.begun.includes(2));
  expect(failedOnce).toBe(true);
  // Brought forward, because the wait before the next attempt is longer than a test should take.
  await eventually(async () => {
    await host.kernel.database.owner.query(
      `update jobs.job set next_run_at = now() where name = 'clock.on-enabled' and next_run_at > now()`,
    );
    return (await steps(company)).includes(3);
  });
  expect(await steps(company)).toEqual([0, 1, 2, 3]);
  expect(control.begun).toEqual([0, 1, 2, 2, 3]);
});

test('A new company is notified too, and one that switches the plugin off and on is notified again', async () => {
  const company = await host.company({ name: 'New', settings: { 'plugin:clock': true } });
  await done(company, 1);
  await company.disable('plugin:clock');
  await eventually(async () => {
    const { rows } = await host.kernel.database.owner.query('select from kernel.plugin_enabled where company_id = $1', [
      company.id,
    ]);
    return rows.length === 0;
  });
  await company.enable('plugin:clock');
  await done(company, 2);
});
