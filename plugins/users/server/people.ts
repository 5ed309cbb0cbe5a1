import { notFound, sql, type Scope, type Sql } from '@balcao/sdk/server';
import { userExtra, type UserExtra } from '../contract.ts';

export interface Person {
  id: number;
  name: string;
  email: string;
  profile: 'admin' | 'gestor' | 'user';
  companyId: number;
  super: boolean;
  /** Path for `mediaUrl`. */
  profilePicUrl: string | null;
  online: boolean;
  firstOnline: Date | null;
  lastOnline: Date | null;
  /** Expiry of the invitation link; null: the person has a password. */
  invitedUntil: Date | null;
}

/** The keys of a person that everybody of the company may see, besides those in `colleaguesSee` of extras. */
export type BriefPerson = Pick<
  Person,
  'id' | 'name' | 'profile' | 'companyId' | 'profilePicUrl' | 'online' | 'lastOnline'
>;

const pageSize = 20;
const columns = sql`u.id, u.name, u.email, u.profile, u.company_id as "companyId", u.super,
  u.profile_pic_url as "profilePicUrl", u.online,
  u.first_online as "firstOnline", u.last_online as "lastOnline",
  u.invited_until as "invitedUntil"`;
const briefColumns = sql`u.id, u.name, u.profile, u.company_id as "companyId",
  u.profile_pic_url as "profilePicUrl", u.online, u.last_online as "lastOnline"`;

/** Adds the data of other plugins to people, loaded once for all. */
const withExtras = async <P extends { id: number }>(
  people: P[],
  scope: Scope,
  shown: 'all' | 'to colleagues',
): Promise<P[]> => {
  const ids = people.map(({ id }) => id);
  const isShown = (item: UserExtra): boolean => shown === 'all' || item.colleaguesSee !== undefined;
  const extras = scope.contributions(userExtra).filter(({ item }) => isShown(item));
  const added = await Promise.all(
    extras.map(async ({ item, scope: own }) => {
      // People without one plugin's field are better than no people.
      try {
        const loaded = await item.load(ids, own);
        return shown === 'all' ? loaded : only(loaded, item.colleaguesSee ?? []);
      } catch (err) {
        scope.log.error({ err, extra: item.id }, 'extra of people failed');
        return new Map<number, Record<string, unknown>>();
      }
    }),
  );
  return people.map((person) => Object.assign({}, person, ...added.map((extra) => extra.get(person.id) ?? {})) as P);
};

const only = (loaded: ReadonlyMap<number, Record<string, unknown>>, keys: readonly string[]) =>
  new Map([...loaded].map(([id, fields]) => [id, Object.fromEntries(keys.map((key) => [key, fields[key]]))] as const));

const select = (where: Sql, rest: Sql, of: Sql = columns): Sql =>
  sql`select ${of} from kernel.user u where ${where} order by lower(u.name), u.id ${rest}`;

/** Hidden fields are not searched: they could be guessed letter by letter. */
const searched = { all: sql`u.name || ' ' || u.email`, 'to colleagues': sql`u.name` };
const shownColumns = { all: columns, 'to colleagues': briefColumns };

export const searchPeople = async (
  term: string,
  page: number,
  scope: Scope,
  shown: 'all' | 'to colleagues',
): Promise<{ users: BriefPerson[]; hasMore: boolean; count: number }> => {
  const where = term === '' ? sql`true` : sql`kernel.normalise(${searched[shown]}) like kernel.like_pattern(${term})`;
  const limit = sql`limit ${pageSize + 1} offset ${(page - 1) * pageSize}`;
  const rows = await scope.sql.rows<BriefPerson>(select(where, limit, shownColumns[shown]));
  const total = await scope.sql.one<{ count: number }>(sql`select count(*) as count from kernel.user u where ${where}`);
  return {
    users: await withExtras(rows.slice(0, pageSize), scope, shown),
    hasMore: rows.length > pageSize,
    count: total?.count ?? 0,
  };
};

/** Returns one person as colleagues see them; undefined when there is none. */
export const briefPerson = async (id: number, scope: Scope): Promise<BriefPerson | undefined> => {
  const rows = await scope.sql.rows<BriefPerson>(select(sql`u.id = ${id}`, sql.empty, briefColumns));
  return (await withExtras(rows, scope, 'to colleagues'))[0];
};

/** Returns a person; undefined when nobody of the company has this id. */
export const lookUpPerson = async (id: number, scope: Scope): Promise<Person | undefined> => {
  const rows = await scope.sql.rows<Person>(select(sql`u.id = ${id}`, sql.empty));
  return (await withExtras(rows, scope, 'all'))[0];
};

export const findPerson = async (id: number, scope: Scope): Promise<Person> => {
  const person = await lookUpPerson(id, scope);
  if (!person) throw notFound('ERR_NO_USER_FOUND');
  return person;
};

/** Returns the values of a person's form by field name. */
export const asForm = (person: Person, scope: Scope): object => {
  const answer: Readonly<Record<string, unknown>> = { ...person };
  const added = scope.items(userExtra).map(({ field, read }) => [field, read ? read(answer) : answer[field]]);
  return { ...answer, ...Object.fromEntries(added) };
};

export const allPeople = (scope: Scope): Promise<Person[]> => scope.sql.rows<Person>(select(sql`true`, sql.empty));
