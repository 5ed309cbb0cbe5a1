import type { Check } from './check.ts';
import { call, filled, notRefused } from '../calls.ts';
import { isPublic } from '../routes.ts';
import { sampleOf } from '../sample.ts';
import type { Subject } from '../suite-host.ts';
import { workOf, waitUntilIdle, observableState, toggleOf, dependentToggles } from '../switching.ts';
import { poll } from '../../eventually.ts';

const putAll = async (
  { ours }: Subject,
  toggles: readonly string[],
  value: 'enabled' | 'disabled',
): Promise<string[]> => {
  const breaches: string[] = [];
  for (const toggle of toggles) {
    const { status, body } = await ours.admin.put<object>(`/settings/${toggle}`, { value });
    if (status !== 200) breaches.push(`${toggle} cannot be ${value}: ${status} ${JSON.stringify(body)}`);
  }
  return breaches;
};

/** Requests all work in both companies; returns what was not done for the one that has the plugin on. */
const requestWork = async (subject: Subject, key: string, since: number): Promise<string[]> => {
  const { ours, theirs, watch, id } = subject;
  const work = workOf(subject);
  for (const item of work) {
    await item.send(ours.company.id, key);
    await item.send(theirs.company.id, key);
  }
  const done = await poll(() => work.every(({ what }) => watch.reached(id, theirs.company.id, since).has(what)));
  if (done) return [];
  const missed = work.filter(({ what }) => !watch.reached(id, theirs.company.id, since).has(what));
  return missed.map(({ kind, what }) => `the ${kind} ${what} did not reach it in a company that has it on`);
};

const whileOff = async (
  subject: Subject,
  live: Awaited<ReturnType<Subject['ours']['admin']['live']>>,
): Promise<string[]> => {
  const { host, id, routes, watch, ours } = subject;
  const company = ours.company.id;
  const message = await live
    .receives('module', ({ plugin, on }) => plugin === id && on === false)
    .catch(() => undefined);
  const breaches = message ? [] : ['an open browser does not hear that it went off'];
  const closed = routes.filter((route) => !isPublic(route));
  const since = watch.calls.length;
  breaches.push(
    ...(await notRefused(host, closed, {
      token: ours.admin.token,
      known: ours.ids,
      status: 404,
      code: 'ERR_PLUGIN_DISABLED',
    })),
  );
  for (const route of routes.filter((one) => isPublic(one) && (one.access as { address?: boolean }).address)) {
    const { status, code } = await call(host, route, filled(route, ours.ids), '');
    const isHook = (route.access as { webhook?: boolean }).webhook === true;
    if (isHook ? status !== 200 : status !== 404)
      breaches.push(`${route.method} ${route.path} answered ${status} ${code} while it was off`);
  }
  const { body: entries } = await ours.admin.get<unknown>('/platform/plugins');
  if (JSON.stringify(entries).includes(`"${id}"`)) breaches.push('its browser part is still offered');
  const scope = ours.company.scope(id);
  for (const { plugin, id: name, definition } of host.kernel.registry.rooms.values()) {
    if (plugin !== id) continue;
    const room = { kind: 'room', id: name } as const;
    const params = sampleOf(definition.params, ours.ids);
    const { error } = await live.join(room, params);
    if (error !== 'ERR_PLUGIN_DISABLED') breaches.push(`the room ${name} answered ${error ?? 'ok'} while it was off`);
    scope.rooms.emit(room, params, 'suite-off', {});
  }
  breaches.push(...(await requestWork(subject, 'suite-off', since)));
  await new Promise((resolve) => setTimeout(resolve, 100));
  for (const what of watch.reached(id, company, since)) breaches.push(`${what} ran while it was off`);
  for (const { kind, what } of watch.calls
    .slice(since)
    .filter((one) => one.plugin === id && one.company === company && one.kind === 'route'))
    breaches.push(`the ${kind} ${what} was called while it was off`);
  if (live.received.some(({ event }) => event === 'suite-off')) breaches.push('a room that was joined is still heard');
  return breaches;
};

export const switching: Check = {
  title:
    'is gone the moment it is switched off: calls, browser part, rooms, events and jobs; on again, all is as it was',
  isDamaging: true,
  // A third-party plugin gets a toggle if its manifest names none.
  appliesTo: ({ manifest, name, dir }) =>
    manifest.toggle !== undefined || manifest.onWith !== undefined || name === dir,
  async run(subject) {
    const { host, id, watch, ours } = subject;
    const toggle = toggleOf(subject);
    if (toggle === undefined) return host.kernel.registry.plugins.has(id) ? [] : [`${id} does not run`];
    const company = ours.company.id;
    const toggles = dependentToggles(subject, company);
    const before = await observableState(subject);
    const live = await ours.admin.live();
    try {
      for (const { plugin, id: name, definition } of host.kernel.registry.rooms.values())
        if (plugin === id) await live.join({ kind: 'room', id: name } as const, sampleOf(definition.params, ours.ids));
      await waitUntilIdle(subject);
      const since = watch.calls.length;
      watch.muted = true;
      const breaches = await putAll(subject, toggles, 'disabled');
      breaches.push(...(await whileOff(subject, live)));
      const during = await observableState(subject);
      if (JSON.stringify(during['me']) !== JSON.stringify(before['me']))
        breaches.push('what people may do with it is not kept for when it comes back');
      breaches.push(...(await putAll(subject, toggles.toReversed(), 'enabled')));
      const waited = workOf(subject).filter(({ kind }) => kind === 'job');
      const ran = await poll(() => waited.every(({ what }) => watch.reached(id, company, since).has(what)));
      if (!ran) breaches.push('jobs that waited while it was off do not run when it is on again');
      const after = await observableState(subject);
      for (const part of Object.keys(before))
        if (JSON.stringify(after[part]) !== JSON.stringify(before[part]))
          breaches.push(
            `${part} differ after off and on: ${JSON.stringify(before[part])} became ${JSON.stringify(after[part])}`.slice(
              0,
              600,
            ),
          );
      return breaches;
    } finally {
      watch.muted = false;
      live.close();
    }
  },
};

/** Uses everything that the plugin offers once, with valid input. */
const exerciseEverything = async (subject: Subject): Promise<void> => {
  const { host, id, routes, ours, watch } = subject;
  const since = watch.calls.length;
  for (const route of routes.filter(({ method }) => method !== 'DELETE')) {
    const token = (await ours.tokenFor(route)) ?? ours.admin.token;
    await call(host, route, filled(route, ours.ids), token).catch(() => undefined);
  }
  for (const item of workOf(subject)) await item.send(ours.company.id, 'suite-use').catch(() => undefined);
  await poll(() => workOf(subject).every(({ what }) => watch.reached(id, ours.company.id, since).has(what)), 5_000);
};

export const sideEffects: Check = {
  title: 'leaves no timer and no process listener while it is off, and no interval while nobody uses it',
  isDamaging: true,
  async run(subject) {
    const { host, id, plugin, ours, looseEnds: ends } = subject;
    const hasSwitch = toggleOf(subject) !== undefined;
    const { switches, identity } = host.kernel;
    ends.begin();
    await exerciseEverything(subject);
    ends.end();
    const on = identity.tenants
      .active()
      .map((company) => company.id)
      .filter((company) => switches.isOn(id, company));
    const toggles = dependentToggles(subject, ours.company.id);
    // In every company, because work started for one may be kept running by another.
    const setAll = async (value: 'enabled' | 'disabled', order: readonly string[]): Promise<void> => {
      for (const company of on) for (const toggle of order) await identity.settings.set(company, toggle, value);
    };
    if (hasSwitch) await setAll('disabled', toggles);
    const left = (): string[] => ends.of(plugin.dir, { once: hasSwitch });
    await poll(() => left().length === 0, 3_000);
    const found = [...new Set(left())];
    if (hasSwitch) await setAll('enabled', toggles.toReversed());
    return found;
  },
};
