import {
  AppError,
  editOf,
  forbidden,
  mergeEdit,
  notFound,
  pageQuery,
  sql,
  z,
  type Host,
  type Scope,
} from '@balcao/sdk/server';
import { itemsRoom } from '../contract.ts';
import type manifest from '../manifest.ts';
import { findList, id, params } from './contact-list.ts';
import { findItem, isMasked, itemForm, itemOutput, itemPage, requireItem } from './item.ts';
import { removeItem, restoreItem } from './removed-items.ts';

const change = editOf(itemForm);
const taken = (): AppError =>
  new AppError(409, 'ERR_CONTACT_LIST_NUMBER_IN_USE', { fields: { number: 'ERR_CONTACT_LIST_NUMBER_IN_USE' } });

const requireList = async (scope: Scope, wanted: number) => {
  const list = await findList(scope, wanted);
  if (!list) throw notFound('ERR_NO_CONTACT_LIST_FOUND');
  return list;
};

/** Publishes a change of one person to everybody who has the list open, and the new count to the page of lists. */
const publish = (scope: Scope, contactListId: number, action: 'create' | 'update' | 'delete', item: number): void =>
  scope.rooms.emit(itemsRoom, { contactListId }, 'changed', { action, id: item });

export const itemRoutes = (host: Host<typeof manifest>): void => {
  const access = 'contact-lists:view' as const;

  host.route('GET', '/contact-list-items', {
    access,
    summary: 'People of a list by name, 20 a page; `searchParam` finds names, e-mail addresses and numbers.',
    input: { query: pageQuery.extend({ contactListId: id }) },
    output: z.object({ contacts: z.array(itemOutput), hasMore: z.boolean(), count: z.number() }),
    handle: async ({ query }, scope) =>
      itemPage(scope, await requireList(scope, query.contactListId), query.searchParam, query.pageNumber),
  });

  host.route('GET', '/contact-list-items/:id', {
    access,
    summary: 'One person of a list.',
    input: { params },
    output: itemOutput,
    handle: (request, scope) => requireItem(scope, request.params.id),
  });

  host.route('POST', '/contact-list-items', {
    access,
    audit: false,
    summary: 'Adds a person to a list. A number that the list has already, also without its ninth digit, is refused.',
    input: { body: itemForm },
    output: itemOutput,
    handle: ({ body }, scope) =>
      scope.tx(async (inner) => {
        const list = await requireList(inner, body.contactListId);
        const made = await inner.sql.one<{ id: number }>(
          sql`insert into contact_lists.item (contact_list_id, name, number, email, variables)
              values (${list.id}, ${body.name}, ${body.number}, ${body.email ?? ''}, ${JSON.stringify(body.variables ?? {})}::jsonb)
              on conflict (company_id, contact_list_id, number_key) do nothing returning id`,
        );
        if (!made) throw taken();
        publish(inner, list.id, 'create', made.id);
        return requireItem(inner, made.id);
      }),
  });

  host.route('PUT', '/contact-list-items/:id', {
    access,
    audit: false,
    summary: 'Changes a person of a list. Another number makes its validity unknown again.',
    input: { params, body: change },
    output: itemOutput,
    handle: ({ params: { id: wanted }, body }, scope) =>
      scope.tx(async (inner) => {
        await inner.sql.one(sql`select id from contact_lists.item where id = ${wanted} for update`);
        const row = await findItem(inner, wanted);
        // A reader of masked numbers sends the mask back, also as the name of a person without one.
        const { number, name, ...others } = body as { number?: string; name?: string };
        const sent = isMasked(inner) ? { ...others, ...(name !== row?.name && { name }) } : body;
        const merged = await mergeEdit(inner, {
          table: 'contact_lists.item',
          id: wanted,
          row,
          missing: 'ERR_NO_CONTACT_LIST_ITEM_FOUND',
          body: sent as typeof body,
        });
        const other = await inner.sql.one(
          sql`select 1 as found from contact_lists.item i
               where i.contact_list_id = ${row?.contactListId ?? 0} and i.id <> ${wanted}
                 and i.number_key = contacts.number_key(${merged.number ?? ''})`,
        );
        if (other) throw taken();
        await inner.sql.run(
          sql`update contact_lists.item i
                 set name = coalesce(${merged.name ?? null}, i.name),
                     email = ${(merged.email === undefined ? row?.email : merged.email) ?? ''}, number = coalesce(${merged.number ?? null}, i.number),
                     is_whatsapp_valid = case when coalesce(${merged.number ?? null}, i.number) = i.number then i.is_whatsapp_valid end,
                     address = case when coalesce(${merged.number ?? null}, i.number) = i.number then i.address end
               where i.id = ${wanted}`,
        );
        publish(inner, row?.contactListId ?? 0, 'update', wanted);
        return requireItem(inner, wanted);
      }),
  });

  host.route('DELETE', '/contact-list-items/:id', {
    access,
    audit: false,
    summary: 'Removes a person from a list. Needs contacts-page:deleteContact.',
    input: { params },
    handle: async ({ params: { id: wanted } }, scope) => {
      if (!scope.can('contacts-page:deleteContact')) throw forbidden();
      const gone = await removeItem(scope, wanted);
      if (!gone) throw notFound('ERR_NO_CONTACT_LIST_ITEM_FOUND');
      publish(scope, gone.contactListId, 'delete', wanted);
    },
  });

  host.route('POST', '/contact-list-items/:id/restore', {
    access,
    audit: false,
    summary: 'Undoes the removal of a person from a list, within an hour. Needs contacts-page:deleteContact.',
    input: { params },
    output: itemOutput,
    handle: ({ params: { id: wanted } }, scope) =>
      scope.tx(async (inner) => {
        if (!inner.can('contacts-page:deleteContact')) throw forbidden();
        const restored = await restoreItem(inner, wanted);
        if (restored === 'missing') throw notFound('ERR_NO_CONTACT_LIST_ITEM_FOUND');
        if (restored === 'number in use') throw taken();
        publish(inner, restored.contactListId, 'create', wanted);
        return requireItem(inner, wanted);
      }),
  });
};
