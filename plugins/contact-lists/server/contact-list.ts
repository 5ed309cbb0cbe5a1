import { defineEntity, p, resource, sql, z, type Host, type Scope } from '@balcao/sdk/server';
import { listsRoom, type ContactList } from '../contract.ts';
import type manifest from '../manifest.ts';

export const maxId = 2_147_483_647;
export const id = z.coerce.number().int().positive().max(maxId);
export const params = z.object({ id });

export const ListRow = defineEntity({
  name: 'ContactList',
  schema: 'contact_lists',
  tableName: 'contact_list',
  properties: {
    id: p.integer().primary().autoincrement(),
    name: p.text(),
    contactsCount: p.integer().fieldName('contacts_count').default(0),
  },
});

/** PostgreSQL stores neither NUL nor unpaired surrogates. */
export const storable = (text: string): string => text.replaceAll('\0', '').toWellFormed().trim();

export const name = z
  .string('Campo Obrigatório')
  .transform(storable)
  .pipe(
    z
      .string()
      .min(1, { error: 'Campo Obrigatório', abort: true })
      .min(2, 'Nome muito curto!')
      .max(50, 'Nome muito longo!'),
  );
const form = z.object({ name });
export const listOutput = z.object({ id: z.number(), name: z.string(), contactsCount: z.number() });

const view = 'contact-lists:view' as const;

export const listRoutes = (host: Host<typeof manifest>): void => {
  resource(host, ListRow, {
    path: '/contact-lists',
    form,
    output: listOutput,
    order: sql`kernel.normalise(r.name)`,
    search: ['name'],
    missing: 'ERR_NO_CONTACT_LIST_FOUND',
    taken: 'ERR_CONTACT_LIST_NAME_IN_USE',
    inUse: 'ERR_CONTACT_LIST_IN_USE',
    actions: {
      list: { access: view, summary: 'Contact lists by name, 20 a page, each with its number of people.' },
      all: { access: view, summary: 'All contact lists, for choosing.' },
      read: { access: view },
      create: { access: view },
      update: { access: view },
      remove: { access: view, summary: 'Deletes a list with its people; contacts stay.' },
    },
    room: listsRoom,
  });
};

export const findList = (scope: Scope, wanted: number): Promise<ContactList | undefined> =>
  scope.sql.one<ContactList>(
    sql`select l.id, l.name, l.contacts_count as "contactsCount" from contact_lists.contact_list l where l.id = ${wanted}`,
  );
