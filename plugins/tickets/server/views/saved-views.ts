import { AppError, conflict, notFound, sql, type Scope } from '@balcao/sdk/server';
import type { SignedIn } from '../reader.ts';
import type { ChangedView, NewView, SavedView } from './view-form.ts';

/** Maximum number of views in the menu. */
export const maxViews = 50;

const columns = sql`v.id, v.name, v.filters, v.position`;

export const listViews = (scope: SignedIn): Promise<SavedView[]> =>
  scope.sql.rows<SavedView>(
    sql`select ${columns} from tickets.saved_view v where v.user_id = ${scope.user.id} order by v.position, v.id`,
  );

const codeOf = (error: unknown): unknown =>
  (error as { code?: unknown }).code ?? (error as { cause?: { code?: unknown } }).cause?.code;

/**
 * Uniqueness is enforced by the index; the error names the view with that name, so that it can be overwritten instead.
 */
const refuseDuplicate = async <T>(scope: SignedIn, name: string | undefined, work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    if (name === undefined || codeOf(error) !== '23505') throw error;
    const taken = await scope.sql.one<{ id: number }>(
      sql`select v.id from tickets.saved_view v where v.user_id = ${scope.user.id} and v.name_key = kernel.normalise(${name})`,
    );
    throw new AppError(409, 'ERR_VIEW_NAME_ALREADY_EXISTS', {
      fields: { name: 'ERR_VIEW_NAME_ALREADY_EXISTS' },
      context: { viewId: taken?.id ?? null },
    });
  }
};

const orMissing = (view: SavedView | undefined): SavedView => {
  if (!view) throw notFound('ERR_NO_VIEW_FOUND');
  return view;
};

/** Positions are 0, 1, 2 …, so that a restored view finds its own. */
const renumber = (scope: Scope, userId: number): Promise<number> =>
  scope.sql.run(
    sql`update tickets.saved_view v set position = p.place
          from (select id, row_number() over (order by position, id) - 1 as place from tickets.saved_view where user_id = ${userId}) p
         where v.id = p.id and v.user_id = ${userId} and v.position <> p.place`,
  );

export const saveView = (scope: SignedIn, { name, filters, position }: NewView): Promise<SavedView> =>
  refuseDuplicate(scope, name, () =>
    scope.tx(async (inner) => {
      const me = scope.user.id;
      await inner.sql.rows(
        sql`select pg_advisory_xact_lock(hashtextextended(${`tickets.views:${inner.company.id}:${me}`}, 0))`,
      );
      const { count = 0 } =
        (await inner.sql.one<{ count: number }>(
          sql`select count(*)::int as count from tickets.saved_view where user_id = ${me}`,
        )) ?? {};
      if (count >= maxViews) throw conflict('ERR_TOO_MANY_VIEWS', { max: maxViews });
      const place = Math.min(position ?? count, count);
      await renumber(inner, me);
      await inner.sql.run(
        sql`update tickets.saved_view set position = position + 1 where user_id = ${me} and position >= ${place}`,
      );
      return orMissing(
        await inner.sql.one<SavedView>(
          sql`insert into tickets.saved_view as v (user_id, name, filters, position)
              values (${me}, ${name}, ${JSON.stringify(filters)}::jsonb, ${place}) returning ${columns}`,
        ),
      );
    }),
  );

export const changeView = (scope: SignedIn, id: number, { name, filters }: ChangedView): Promise<SavedView> =>
  refuseDuplicate(scope, name, async () =>
    orMissing(
      await scope.sql.one<SavedView>(
        sql`update tickets.saved_view v set name = coalesce(${name ?? null}, v.name),
                   filters = coalesce(${filters === undefined ? null : JSON.stringify(filters)}::jsonb, v.filters)
             where v.id = ${id} and v.user_id = ${scope.user.id} returning ${columns}`,
      ),
    ),
  );

/** Orders the given views first; others follow in their order. */
export const orderViews = async (scope: SignedIn, ids: readonly number[]): Promise<SavedView[]> => {
  await scope.tx(async (inner) => {
    await inner.sql.run(
      sql`update tickets.saved_view v set position = coalesce(array_position(${[...ids]}::int[], v.id), ${maxViews} + v.position + 1) - 1
           where v.user_id = ${scope.user.id}`,
    );
    await renumber(inner, scope.user.id);
  });
  return listViews(scope);
};

export const removeView = async (scope: SignedIn, id: number): Promise<void> => {
  const gone = await scope.sql.run(sql`delete from tickets.saved_view where id = ${id} and user_id = ${scope.user.id}`);
  if (gone === 0) throw notFound('ERR_NO_VIEW_FOUND');
};
