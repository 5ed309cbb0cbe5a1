import type { Routine } from '@balcao/sdk/server';

/** Area code of a Brazilian number, and how many hours its time zone is behind Brasília; null for other numbers. */
export const dddOf: Routine = {
  name: 'ddd-of',
  sql: [
    `create or replace function campaigns.ddd_of(number text) returns smallint language sql immutable parallel safe as $$
       select case when number ~ '^55[1-9][1-9][0-9]{8,9}$' then substr(number, 3, 2)::smallint end $$`,
    `create or replace function campaigns.zone_of(ddd smallint) returns smallint language sql immutable parallel safe as $$
       select (case when ddd = 68 then 2 when ddd in (65, 66, 67, 69, 92, 95, 97) then 1 else 0 end)::smallint $$`,
  ],
};
