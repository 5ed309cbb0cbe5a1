import { forbidden, type Company, type CurrentUser, type Restriction } from '@balcao/sdk/server';

/** Refuses what is not open to people of a restricted company; `plugin` owns the route or room. */
export const refuseRestricted = (company: Company, user: CurrentUser, plugin: string): void => {
  const { restriction } = company;
  if (!restriction || user.super || restriction.plugins.includes(plugin)) return;
  throw forbidden(restriction.code);
};

export const isSame = (one: Restriction | null | undefined, other: Restriction | null): boolean =>
  one?.code === other?.code &&
  one?.permission === other?.permission &&
  [...(one?.plugins ?? [])].join() === [...(other?.plugins ?? [])].join();
