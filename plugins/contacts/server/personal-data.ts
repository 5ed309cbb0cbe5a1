import { notFound, sql } from '@balcao/sdk/server';
import { contactChanged, type PersonalData } from '../contract.ts';

/** The contact’s own data. An erasure leaves a row without personal data, for its tickets to refer to. */
export const ownData: PersonalData = {
  id: 'contacts',
  async *collect(contactId, scope) {
    const contact = await scope.sql.one<{ media_path: string | null; media_name: string | null }>(
      sql`select id, name, number, email, origin, profile_pic_url, media_path, media_name, created_at, updated_at
            from contacts.contact where id = ${contactId}`,
    );
    if (!contact) throw notFound('ERR_NO_CONTACT_FOUND');
    const { media_path: path, media_name: name, ...row } = contact;
    yield { kind: 'contact', row };
    if (path !== null) yield { path, name: name ?? 'anexo.txt' };
    for (const [kind, rows] of [
      [
        'identity',
        sql`select channel, kind, value, created_at from contacts.identity where contact_id = ${contactId} order by id`,
      ],
      ['extra-info', sql`select name, value from contacts.extra_info where contact_id = ${contactId} order by id`],
      ['other-number', sql`select number from contacts.other_number where contact_id = ${contactId} order by number`],
    ] as const)
      for (const row of await scope.sql.rows<object>(rows)) yield { kind, row };
  },
  async names(contactId, scope) {
    const found = await scope.sql.rows<{ word: string | null }>(
      sql`with one as (select id, name, number, email from contacts.contact where id = ${contactId} or merged_into = ${contactId})
          select name as word from one union select number from one union select email from one
          union select i.value from contacts.identity i join one on one.id = i.contact_id
          union select o.number from contacts.other_number o join one on one.id = o.contact_id`,
    );
    return found.flatMap(({ word }) => (word ? [word] : []));
  },
  async erase(contactId, scope) {
    const contact = await scope.sql.one<{ path: string | null }>(
      sql`select media_path as path from contacts.contact where id = ${contactId} for update`,
    );
    if (!contact) throw notFound('ERR_NO_CONTACT_FOUND');
    // Import rows with the person’s data, and contacts that were merged into this one.
    const parts = await scope.sql.rows<{ id: number }>(
      sql`select id from contacts.contact where id = ${contactId} or merged_into = ${contactId}`,
    );
    const ids = parts.map(({ id }) => id);
    await scope.sql.run(
      sql`with keys as (
            select c.number_key as key from contacts.contact c where c.id = any(${ids}::int[]) and c.number_key <> ''
            union select o.number_key from contacts.other_number o where o.contact_id = any(${ids}::int[]))
          update contacts.import_row r set cells = '{}', person = null, number_key = '', value = null
           where r.number_key <> '' and r.number_key in (select key from keys)
              or contacts.number_key(r.person ->> 'number') in (select key from keys)
              or (r.person ->> 'channel', r.person ->> 'scope', r.person ->> 'kind', r.person ->> 'value') in (
                   select i.channel, i.scope, i.kind, i.value from contacts.identity i where i.contact_id = any(${ids}::int[]))`,
    );
    for (const statement of [
      sql`delete from contacts.identity where contact_id = any(${ids}::int[])`,
      sql`delete from contacts.extra_info where contact_id = any(${ids}::int[])`,
      sql`delete from contacts.other_number where contact_id = any(${ids}::int[])`,
      sql`delete from contacts.merge_log where contact_id = any(${ids}::int[])`,
    ])
      await scope.sql.run(statement);
    await scope.sql.run(
      sql`update contacts.contact set name = ${scope.t('personalData.erased')}, name_edited = true, number = '', email = '',
            origin = null, profile_pic_url = null, media_path = null, media_name = null, updated_at = now()
          where id = any(${ids}::int[])`,
    );
    await scope.emit(contactChanged, `contact:${contactId}`, { contactId, action: 'update' });
    return { count: 1, files: contact.path === null ? [] : [contact.path] };
  },
};
