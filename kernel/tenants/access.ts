import { forbidden, type Company, type CurrentUser, type Migration, type Restriction } from '@balcao/sdk/server';

/** What stays open in a company that may not be worked in, and which company a super user is helping. */
export const companyAccessMigration: Migration = {
  name: '0022-company-access',
  sql: [
    `alter table kernel.company add column restriction jsonb`,
    `alter table kernel.session add column visited_company_id int references kernel.company (id) on delete set null`,
  ],
};

/** Refuses people of a restricted company what is not open to them; `plugin` owns the route or room. */
export const refuseRestricted = (company: Company, user: CurrentUser, plugin: string): void => {
  const { restriction } = company;
  if (!restriction || user.super || restriction.plugins.includes(plugin)) return;
  throw forbidden(restriction.code);
};

export const isSame = (one: Restriction | null | undefined, other: Restriction | null): boolean =>
  one?.code === other?.code &&
  one?.permission === other?.permission &&
  [...(one?.plugins ?? [])].join() === [...(other?.plugins ?? [])].join();
