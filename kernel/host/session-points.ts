import {
  loginCheck,
  sessionExtra,
  type Company,
  type CurrentUser,
  type PointRef,
  type Scope,
} from '@balcao/sdk/server';
import type { Registry } from './registry.ts';
import type { Switches } from './switches.ts';

type ScopeOf = (plugin: string, company: Company, user: CurrentUser) => Scope;

/** What plugins contribute to a login: refusals, and keys of the answer. */
export const sessionPoints = (registry: Registry, switches: Switches, scopeOf: ScopeOf) => {
  const contributed = <T>(point: PointRef<T>, company: Company): { plugin: string; item: T }[] =>
    registry
      .contributions(point.id)
      .filter(({ plugin }) => switches.isOn(plugin, company.id))
      .map(({ plugin, item }) => ({ plugin, item: item as T }));
  return {
    async loginRefusal(user: CurrentUser, company: Company): Promise<{ code: string } | undefined> {
      for (const { plugin, item } of contributed(loginCheck, company)) {
        const refusal = await item.check(user, scopeOf(plugin, company, user));
        if (refusal) return refusal;
      }
      return undefined;
    },
    async sessionExtras(user: CurrentUser, company: Company): Promise<Record<string, unknown>> {
      const items = contributed(sessionExtra, company);
      const extras = await Promise.all(
        items.map(({ plugin, item }) => item.extra(user, scopeOf(plugin, company, user))),
      );
      return Object.assign({}, ...extras) as Record<string, unknown>;
    },
  };
};
