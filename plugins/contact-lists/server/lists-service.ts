import { notFound, sql, type Scope } from '@balcao/sdk/server';
import { itemsRoom, listsRoom, type AddedItems, type ContactLists, type NewListItem } from '../contract.ts';
import { findList, storable } from './contact-list.ts';

const maxBatch = 2_000;

/** Returns the stored form of a person, or undefined without a valid name or number. */
const stored = ({ name, number, email = '', variables = {} }: NewListItem) => {
  const digits = number.replace(/\D/g, '');
  const cut = storable(name).slice(0, 50).toWellFormed().trim();
  if (digits.length < 8 || digits.length > 50) return undefined;
  return { name: cut.length < 2 ? digits : cut, number: digits, email: storable(email).slice(0, 254), variables };
};

/** Adds people in one statement; a number that the list has stays as it is. */
export const addItems = async (scope: Scope, listId: number, items: readonly NewListItem[]): Promise<AddedItems> => {
  const valid = items.flatMap((item) => stored(item) ?? []);
  const added = await scope.sql.run(
    sql`insert into contact_lists.item (contact_list_id, name, number, email, variables)
        select ${listId}, r.name, r.number, r.email, r.variables
          from jsonb_to_recordset(${JSON.stringify(valid)}::jsonb) as r(name text, number text, email text, variables jsonb)
        on conflict (company_id, contact_list_id, number_key) do nothing`,
  );
  return { added, repeated: valid.length - added, refused: items.length - valid.length };
};

/** Creates a list; a name that is taken gets a number: `Aposentados (2)`. */
const createList = async (scope: Scope, wanted: string): Promise<number> => {
  const base = storable(wanted).slice(0, 44).toWellFormed().trim();
  const clean = base.length < 2 ? 'Lista' : base;
  for (let copy = 1; ; copy += 1) {
    const made = await scope.sql.one<{ id: number }>(
      sql`insert into contact_lists.contact_list (name) values (${copy === 1 ? clean : `${clean} (${copy})`})
          on conflict (company_id, kernel.normalise(name)) do nothing returning id`,
    );
    if (made) return made.id;
  }
};

/** Creates the service of contact lists for other plugins. */
export const listsService = (scope: Scope): ContactLists => ({
  list: () =>
    scope.sql.rows(
      sql`select l.id, l.name, l.contacts_count as "contactsCount" from contact_lists.contact_list l
           order by kernel.normalise(l.name), l.id`,
    ),
  find: (id) => findList(scope, id),
  count: async (id, { ddds = [] } = {}) => {
    const row = await scope.sql.one<{ count: number }>(
      sql`select count(*)::int as count from contact_lists.item i
           where i.contact_list_id = ${id} and ${ddds.length === 0 ? sql`true` : sql`i.ddd = any(${[...ddds]}::smallint[])`}`,
    );
    return row?.count ?? 0;
  },
  variables: async (id) => {
    const rows = await scope.sql.rows<{ name: string }>(
      sql`select distinct k as name
            from (select variables from contact_lists.item where contact_list_id = ${id} and variables <> '{}' order by id limit 5000) i,
                 jsonb_object_keys(i.variables) k order by k`,
    );
    return rows.map(({ name }) => name);
  },
  createFrom: (name, items) =>
    scope.tx(async (inner) => {
      const id = await createList(inner, name);
      const sum: AddedItems = { added: 0, repeated: 0, refused: 0 };
      let batch: NewListItem[] = [];
      const store = async (): Promise<void> => {
        const { added, repeated, refused } = await addItems(inner, id, batch);
        sum.added += added;
        sum.repeated += repeated;
        sum.refused += refused;
        batch = [];
      };
      for await (const item of items) {
        batch.push(item);
        if (batch.length === maxBatch) await store();
      }
      if (batch.length > 0) await store();
      const list = await findList(inner, id);
      if (!list) throw new Error('the list was not stored');
      inner.rooms.emit(listsRoom, {}, 'changed', { action: 'create', id });
      return { ...list, ...sum };
    }),
  add: async (id, items) => {
    if (items.length > maxBatch) throw new Error(`add at most ${maxBatch} people at once`);
    if (!(await findList(scope, id))) throw notFound('ERR_NO_CONTACT_LIST_FOUND');
    const added = await addItems(scope, id, items);
    scope.rooms.emit(itemsRoom, { contactListId: id }, 'reload', {});
    return added;
  },
  rememberCheck: async (number, { exists, value }) => {
    await scope.sql.run(
      sql`update contact_lists.item i set is_whatsapp_valid = ${exists}, address = ${exists ? value : null}
           where i.number_key = contacts.number_key(${number.replace(/\D/g, '')})
             and (i.is_whatsapp_valid, i.address) is distinct from (${exists}, ${exists ? value : null})`,
    );
  },
});
