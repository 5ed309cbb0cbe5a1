import type { Log } from '@balcao/sdk/server';
import type { PluginBuilds } from './builds.ts';
import { discover, readStoredBuild, type Discovery, type PluginRoot, type Source } from './discover.ts';
import type { Fault } from './faults.ts';
import { assemble, type LoadEnvironment } from './load.ts';
import type { LoadedPlugin, Loading, RefusedBuild } from './loaded-plugin.ts';
import type { Registry } from './registry.ts';

/** Prepared change of the running plugins: every check is done, and the rest cannot fail. */
export interface Prepared {
  /** Faults of plugins that cannot run. When there are any, nothing is switched. */
  faults: readonly Fault[];
  /** Faults with which a plugin still runs. */
  tolerated: readonly Fault[];
  switchOver(next: Loading): void;
}

interface LivePluginsOptions {
  roots: readonly PluginRoot[];
  environment: LoadEnvironment;
  builds: PluginBuilds;
  registry: Registry;
  log: Log;
  /** Prepares migrations, entities, jobs and browser parts of the new plugins. */
  prepare(loading: Loading, coming: readonly LoadedPlugin[]): Promise<Prepared>;
}

/** The intended plugins after a check, while it is determined whether they can run. */
interface Plan {
  sources: Map<string, Source>;
  faults: Fault[];
  refused: Map<string, RefusedBuild>;
  /** Plugins of which neither the new nor the former version can run. */
  givenUp: Set<string>;
}

const idOf = ({ manifest }: Source): string => manifest.id;

/** A source folder changes only at a start, because imported modules stay imported. */
const isSame = (one: Source, other: Source): boolean =>
  one.build === other.build && one.dir === other.dir && one.firstParty === other.firstParty;

/**
 * Brings the running plugins in line with the installed ones, without a restart: new code is imported beside the old,
 * its migrations run, and then everything is switched at once. When new code cannot run, the former version stays.
 */
export class LivePlugins {
  readonly #options: LivePluginsOptions;
  #checking: Promise<unknown> = Promise.resolve();

  constructor(options: LivePluginsOptions) {
    this.#options = options;
  }

  /** Called after the start: records what runs, and goes back to the former version of what does not. */
  async start(): Promise<void> {
    const { registry, builds } = this.#options;
    await this.#recordRunning();
    const fallen = registry.sources.filter(({ manifest, build }) => build && !registry.plugins.has(manifest.id));
    const back = await Promise.all(fallen.map(({ manifest, build }) => builds.before(manifest.id, build)));
    if (back.some((place) => place !== undefined)) await this.check();
    await builds.prune();
  }

  /** Checks one after another. Returns true when anything changed. */
  check(): Promise<boolean> {
    const next = this.#checking.then(() => this.#check());
    this.#checking = next.catch(() => undefined);
    return next;
  }

  async #check(): Promise<boolean> {
    const { registry, environment, prepare } = this.#options;
    const plan = await this.#plan();
    for (;;) {
      const sources = [...plan.sources.values()];
      environment.discovered?.(sources);
      const loading = await assemble({ sources, faults: plan.faults }, environment, registry.plugins.values());
      if (await this.#refuseHarmful(plan, loading)) continue;
      const next = { ...loading, refused: plan.refused };
      if (!this.#differs(next)) return false;
      const coming = loading.loaded.filter((plugin) => registry.plugins.get(idOf(plugin.source)) !== plugin);
      const { faults: late, tolerated: notes, switchOver } = await prepare(loading, coming);
      for (const [id, faults] of Map.groupBy(late, ({ plugin }) => plugin)) await this.#refuse(plan, id, faults);
      if (late.length > 0) continue;
      switchOver({ ...next, faults: [...loading.faults, ...this.#currentFaults(loading), ...notes] });
      this.#logFaults();
      await this.#recordRunning();
      return true;
    }
  }

  /** Without a difference, migrations and browser updates would run for nothing. */
  #differs({ loaded, faults, refused = new Map() }: Loading): boolean {
    const { registry } = this.#options;
    const held = (all: ReadonlyMap<string, RefusedBuild>): string =>
      JSON.stringify([...all].map(([id, { build, faults: why }]) => [id, build, why]).toSorted());
    const running = [...registry.plugins.values()];
    if (loaded.length !== running.length || loaded.some((plugin) => !running.includes(plugin))) return true;
    if (held(refused) !== held(registry.refused)) return true;
    const former = registry.faults.filter(({ plugin }) => !registry.plugins.has(plugin));
    return (
      former.length !== faults.length || faults.some(({ message }) => !former.some((one) => one.message === message))
    );
  }

  #logFaults(): void {
    const { registry, log } = this.#options;
    for (const { code, plugin, message } of registry.faults) log.error({ plugin, code }, message);
    for (const [plugin, { version, faults }] of registry.refused) {
      const runs = registry.plugins.get(plugin)?.source.manifest.version;
      log.error(
        { plugin, version, runs, codes: faults.map(({ code }) => code) },
        'plugin version refused, another one runs',
      );
    }
  }

  /** Builds the plan from the folders and the running versions. */
  async #plan(): Promise<Plan> {
    const { registry } = this.#options;
    let found = await this.#discover();
    // While one version replaces another, both are absent for a moment, which is longer on a slow disk.
    for (let looks = 0; looks < 5 && this.#gone(found).length > 0; looks += 1) {
      await new Promise((resolve) => setTimeout(resolve, 400));
      found = await this.#discover();
    }
    const own = registry.sources.filter(({ firstParty }) => firstParty);
    const ownFaults = registry.faults.filter(({ plugin }) => this.#isOwn(plugin) && !registry.plugins.has(plugin));
    const plan: Plan = {
      sources: new Map(own.map((source) => [idOf(source), source])),
      faults: ownFaults,
      refused: new Map(),
      givenUp: new Set(),
    };
    for (const source of found.sources) {
      const id = idOf(source);
      const first = plan.sources.get(id);
      if (first) {
        plan.faults.push({
          code: 'ID_DUPLICATE',
          plugin: source.dir,
          message: `${source.dir} has the id of ${first.dir}`,
          fix: 'Remove one of the two folders.',
        });
        continue;
      }
      const running_ = registry.plugins.get(id)?.source;
      plan.sources.set(id, running_ && isSame(running_, source) ? running_ : source);
    }
    for (const [id, faults] of Map.groupBy(found.faults, ({ plugin }) => plugin)) {
      if (plan.sources.has(id)) plan.faults.push(...faults);
      else await this.#refuse(plan, id, faults);
    }
    return plan;
  }

  #discover(): Promise<Discovery> {
    const { roots, environment, builds } = this.#options;
    const outside = roots.filter(({ firstParty }) => !firstParty);
    return discover(outside, { production: environment.production ?? false, builds });
  }

  #gone({ sources, faults }: Discovery): string[] {
    const present = new Set([...sources.map(idOf), ...faults.map(({ plugin }) => plugin)]);
    return [...this.#options.registry.plugins.values()].flatMap(({ source }) =>
      source.firstParty || present.has(idOf(source)) ? [] : [idOf(source)],
    );
  }

  /**
   * Looks for running plugins that this plan would stop wrongly. Returns true when the plan was changed and must be
   * tried again. New or changed plugins are at fault, never those that ran beside them.
   */
  async #refuseHarmful(plan: Plan, { loaded, faults }: Loading): Promise<boolean> {
    const { registry, builds } = this.#options;
    const runs = new Set(loaded.map(({ source }) => idOf(source)));
    const why = (id: string): Fault[] => faults.filter(({ plugin }) => plugin === id);
    const isComing = (id: string): boolean =>
      !plan.refused.has(id) && !plan.givenUp.has(id) && registry.plugins.get(id)?.source !== plan.sources.get(id);
    let changed = false;
    const refuse = async (id: string, reasons: readonly Fault[]): Promise<void> => {
      await this.#refuse(plan, id, reasons);
      changed = true;
    };
    // Plugins that are faulty themselves come before those that depend on them, which may be healthy then.
    const waits = (id: string): boolean => why(id).every(({ code }) => code.startsWith('DEPENDENCY_'));
    for (const atFault of [true, false]) {
      for (const [id, { build }] of [...plan.sources]) {
        if (runs.has(id) || plan.givenUp.has(id) || waits(id) === atFault) continue;
        // The version to go back to does not run either.
        if (plan.refused.has(id) && !registry.plugins.has(id)) await refuse(id, why(id));
        else if (isComing(id) && (registry.plugins.has(id) || (build && (await builds.before(id, build)))))
          await refuse(id, why(id));
      }
      if (changed) return true;
    }
    const coming = [...plan.sources.keys()].filter(isComing);
    for (const id of registry.plugins.keys()) {
      if (runs.has(id) || !plan.sources.has(id)) continue;
      const reasons = why(id);
      const named = coming.filter((other) => this.#leansOn(id, other, plan));
      // A plugin it requires was removed, which no new plugin can repair.
      const isMissingDependency = reasons.every(({ code }) => code.startsWith('DEPENDENCY_'));
      for (const other of named.length > 0 || isMissingDependency ? named : coming)
        await refuse(
          other,
          reasons.map((fault) => ({ ...fault, plugin: other, message: `it would stop ${id}: ${fault.message}` })),
        );
    }
    return changed;
  }

  #leansOn(id: string, other: string, plan: Plan, seen = new Set<string>()): boolean {
    if (seen.has(id)) return false;
    seen.add(id);
    const { requires, optional } = plan.sources.get(id)?.manifest ?? {};
    const named = Object.keys({ ...optional, ...requires });
    return named.includes(other) || named.some((next) => this.#leansOn(next, other, plan, seen));
  }

  /**
   * Puts the running version, or the former one, into the plan; without either the plugin is left out with its
   * faults.
   */
  async #refuse(plan: Plan, id: string, faults: readonly Fault[]): Promise<void> {
    const { registry, builds } = this.#options;
    const source = plan.sources.get(id);
    const former = plan.refused.get(id);
    const running_ = registry.plugins.get(id)?.source;
    const refused = { version: source?.manifest.version ?? '', build: source?.build, source, faults: [...faults] };
    if (running_ && source !== running_) {
      plan.sources.set(id, running_);
      plan.refused.set(id, refused);
      return;
    }
    const stored = former || !source?.build ? undefined : await builds.before(id, source.build);
    const before = stored === undefined ? undefined : await readStoredBuild(stored);
    if (before) {
      plan.sources.set(id, before);
      plan.refused.set(id, refused);
      return;
    }
    // The version to go back to does not run either, so the intended one is reported.
    if (former?.source) plan.sources.set(id, former.source);
    plan.refused.delete(id);
    plan.givenUp.add(id);
    plan.faults.push(...(former?.faults ?? faults));
  }

  /** Faults of plugins that keep running, such as in their browser part. */
  #currentFaults({ loaded }: Loading): Fault[] {
    const { registry } = this.#options;
    const running_ = new Set(
      loaded.flatMap((plugin) => (registry.plugins.get(idOf(plugin.source)) === plugin ? [idOf(plugin.source)] : [])),
    );
    return registry.faults.filter(({ plugin }) => running_.has(plugin));
  }

  #isOwn(plugin: string): boolean {
    const { registry, roots } = this.#options;
    if (registry.sources.some((source) => source.firstParty && idOf(source) === plugin)) return true;
    return roots.some(({ dir, firstParty }) => firstParty && plugin.startsWith(dir));
  }

  async #recordRunning(): Promise<void> {
    const { registry, builds } = this.#options;
    for (const [id, { source }] of registry.plugins) if (source.build) await builds.ran(id, source.build);
  }
}
