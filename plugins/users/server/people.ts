import { notFound, sql, type Scope, type Sql } from '@balcao/sdk/server';
import { userExtra } from '../contract.ts';

export interface Person {
  id: number;
  name: string;
  email: string;
  profile: 'admin' | 'gestor' | 'user';
  companyId: number;
  super: boolean;
  online: boolean;
  firstOnline: Date | null;
  lastOnline: Date | null;
}

export const pageSize = 20;
const columns = sql`u.id, u.name, u.email, u.profile, u.company_id as "companyId", u.super, u.online,
  u.first_online as "firstOnline", u.last_online as "lastOnline"`;

/** People with what other plugins add to them, asked once for all. */
const withExtras = async (people: Person[], scope: Scope): Promise<Person[]> => {
  const ids = people.map(({ id }) => id);
  const added = await Promise.all(
    scope.contributions(userExtra).map(async ({ item, scope: own }) => {
      // People without one plugin's field are better than no people.
      try {
        return await item.load(ids, own);
      } catch (err) {
        scope.log.error({ err, extra: item.id }, 'an addition to people failed');
        return new Map<number, Record<string, unknown>>();
      }
    }),
  );
  return people.map(
    (person) => Object.assign({}, person, ...added.map((extra) => extra.get(person.id) ?? {})) as Person,
  );
};

const select = (where: Sql, rest: Sql): Sql =>
  sql`select ${columns} from kernel.user u where ${where} order by lower(u.name), u.id ${rest}`;

export const searchPeople = async (
  term: string,
  page: number,
  scope: Scope,
): Promise<{ users: Person[]; hasMore: boolean; count: number }> => {
  const where =
    term === '' ? sql`true` : sql`kernel.normalise(u.name || ' ' || u.email) like kernel.like_pattern(${term})`;
  const rows = await scope.sql.rows<Person>(select(where, sql`limit ${pageSize + 1} offset ${(page - 1) * pageSize}`));
  const total = await scope.sql.one<{ count: number }>(sql`select count(*) as count from kernel.user u where ${where}`);
  return {
    users: await withExtras(rows.slice(0, pageSize), scope),
    hasMore: rows.length > pageSize,
    count: total?.count ?? 0,
  };
};

export const findPerson = async (id: number, scope: Scope): Promise<Person> => {
  const rows = await scope.sql.rows<Person>(select(sql`u.id = ${id}`, sql.empty));
  const [person] = await withExtras(rows, scope);
  if (!person) throw notFound('ERR_NO_USER_FOUND');
  return person;
};

export const allPeople = (scope: Scope): Promise<Person[]> => scope.sql.rows<Person>(select(sql`true`, sql.empty));
