import { notFound, sql } from '@balcao/sdk/server';
import { contactChanged, type PersonalData } from '../contract.ts';
import { eraseImportRows } from './import/erase-rows.ts';

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
    // Contacts that were merged into this one still hold data of the person.
    const parts = await scope.sql.rows<{ id: number }>(
      sql`select id from contacts.contact where id = ${contactId} or merged_into = ${contactId}`,
    );
    const ids = parts.map(({ id }) => id);
    await eraseImportRows(scope, ids);
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
