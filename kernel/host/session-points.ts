import {
  AppError,
  loginCheck,
  loginStep,
  sessionExtra,
  settingEffect,
  settingStore,
  type Company,
  type CurrentUser,
  type Language,
  type LoginStep,
  type PointRef,
  type Scope,
} from '@balcao/sdk/server';
import type { StepPort } from '../auth/login-steps.ts';
import type { SettingKeepers } from '../settings/setting-keepers.ts';
import type { Guard } from './guard.ts';
import type { Registry } from './registry.ts';
import type { Switches } from './switches.ts';

interface SessionPointParts {
  registry: Registry;
  switches: Switches;
  guard: Guard;
  scopeOf(plugin: string, company: Company, user: CurrentUser, language?: Language): Scope;
  can(user: CurrentUser, companyId: number, permission: string): boolean;
  /** A contribution threw. The login continues without it unless its plugin is core. */
  failed(plugin: string, error: unknown): void;
}

/** Contributions of plugins to a login: refusals, and keys of the answer. */
export const sessionPoints = ({ registry, switches, guard, scopeOf, can, failed }: SessionPointParts) => {
  const contributed = <T>(point: PointRef<T>, company: Company): { plugin: string; item: T }[] =>
    registry
      .contributions(point.id)
      .filter(({ plugin }) => switches.isOn(plugin, company.id))
      .map(({ plugin, item }) => ({ plugin, item: item as T }));
  /**
   * An error of an external plugin must not lock a company out, while a plugin that protects the platform must not
   * fail open.
   */
  const contained = async <T>(
    { plugin, what, company }: { plugin: string; what: string; company: Company },
    work: () => Promise<T>,
  ): Promise<T | undefined> => {
    try {
      const place = { plugin, where: 'login', what, company: company.id } as const;
      return await guard.run(place, { limitMs: guard.limits.loginMs }, work);
    } catch (error) {
      failed(plugin, error);
      if (registry.plugins.get(plugin)?.source.manifest.core) throw error;
      return undefined;
    }
  };
  const stepsFor = (company: Company): { name: string; plugin: string; item: LoginStep }[] =>
    contributed(loginStep, company).map(({ plugin, item }) => ({ name: `${plugin}/${item.id}`, plugin, item }));
  /** A step that cannot be checked proves nothing, so an error of a step refuses the login. */
  const atStep = <T>(
    name: string,
    company: Company,
    work: (item: LoginStep, plugin: string) => Promise<T>,
  ): Promise<T> => {
    const step = stepsFor(company).find((one) => one.name === name);
    if (!step) throw new AppError(401, 'ERR_LOGIN_STEP_OVER');
    const place = { plugin: step.plugin, where: 'login', what: name, company: company.id } as const;
    return guard.run(place, { limitMs: guard.limits.loginMs }, () => work(step.item, step.plugin));
  };
  const loginSteps: StepPort = {
    names: (company) => stepsFor(company).map(({ name }) => name),
    ask: (name, user, company, language) =>
      atStep(name, company, (item, plugin) => item.ask(user, scopeOf(plugin, company, user, language))),
    answer: (name, user, company, language, given) =>
      atStep(name, company, (item, plugin) => item.answer(user, given, scopeOf(plugin, company, user, language))),
  };
  const keeperOf = (key: string, company: Company) =>
    contributed(settingStore, company).find(
      ({ plugin, item }) =>
        item.key === key && registry.plugins.get(plugin)?.source.manifest.settings?.[key] !== undefined,
    );
  const settingKeepers: SettingKeepers = {
    isKept: (key, company) => keeperOf(key, company) !== undefined,
    async read(key, user, company) {
      const keeper = keeperOf(key, company);
      if (!keeper) return undefined;
      const { plugin, item } = keeper;
      // A failing one must not remove the other settings from the page.
      return contained({ plugin, what: settingStore.id, company }, () => item.read(scopeOf(plugin, company, user)));
    },
    async write(key, value, user, company) {
      const keeper = keeperOf(key, company);
      if (!keeper) return;
      const { plugin, item } = keeper;
      const place = { plugin, where: 'login', what: settingStore.id, company: company.id } as const;
      await guard.run(place, { limitMs: guard.limits.loginMs }, () =>
        item.write(value, scopeOf(plugin, company, user)),
      );
    },
  };
  return {
    loginSteps,
    settingKeepers,
    async settingEffect(
      { key, value, language }: { key: string; value: string | number | boolean; language: Language },
      user: CurrentUser,
      company: Company,
    ): Promise<string | undefined> {
      const reasons: string[] = [];
      for (const { plugin, item } of contributed(settingEffect, company).filter((one) => one.item.key === key)) {
        const text = await contained({ plugin, what: settingEffect.id, company }, () =>
          item.effect(value, scopeOf(plugin, company, user, language)),
        );
        if (text) reasons.push(text);
      }
      return reasons.length > 0 ? reasons.join(' ') : undefined;
    },
    async loginRefusal(user: CurrentUser, company: Company): Promise<{ code: string } | undefined> {
      const { restriction } = company;
      if (restriction && !user.super && !can(user, company.id, restriction.permission))
        return { code: restriction.code };
      for (const { plugin, item } of contributed(loginCheck, company)) {
        const refusal = await contained({ plugin, what: loginCheck.id, company }, () =>
          item.check(user, scopeOf(plugin, company, user)),
        );
        if (refusal) return refusal;
      }
      return undefined;
    },
    async sessionExtras(user: CurrentUser, company: Company): Promise<Record<string, unknown>> {
      const items = contributed(sessionExtra, company);
      const extras = await Promise.all(
        items.map(({ plugin, item }) =>
          contained({ plugin, what: sessionExtra.id, company }, () => item.extra(user, scopeOf(plugin, company, user))),
        ),
      );
      return Object.assign({}, ...extras) as Record<string, unknown>;
    },
  };
};
