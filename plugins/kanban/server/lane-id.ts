import { sql, z } from '@balcao/sdk/server';

export const laneId = z.string().min(1).max(60);

/** The number at the end of the id of a lane `l`, as of `lane7`; 0: it has none. */
export const numberOf = sql`coalesce(substring(l.id from '([0-9]{1,8})$')::int, 0)`;
