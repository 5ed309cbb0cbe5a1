import { forbidden, sql, z, type Scope, type Sql } from '@balcao/sdk/server';

export type SignedIn = Scope & { readonly user: NonNullable<Scope['user']> };

export const id = z.coerce.number().int().positive().max(2_147_483_647);
export const params = z.object({ id });
/** Which messages of a series are meant; those before never are. */
export const part = z.enum(['this', 'following']).default('this');
/** Text that the database can store. */
export const storable = (text: string): string => text.replaceAll('\0', '').toWellFormed();

/** Returns whether the reader may see the calendar of a person, or of somebody who was removed (null). */
export const maySee = (scope: Scope, userId: number | null): boolean =>
  scope.user === undefined || scope.user.id === userId || scope.can('schedules:view');

/** SQL: rows of calendars that the reader may see. `column` holds the person. */
export const visibleTo = (scope: Scope, column: Sql): Sql =>
  scope.user === undefined || scope.can('schedules:view') ? sql`true` : sql`${column} = ${scope.user.id}`;

/** Throws 403 unless the reader may put something into the calendar of a person. */
export const assertMayWrite = (scope: Scope, userId: number): void => {
  if (!maySee(scope, userId)) throw forbidden();
};
