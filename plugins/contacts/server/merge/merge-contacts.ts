import { AppError, conflict, notFound, sql, type Scope } from '@balcao/sdk/server';
import { contactChanged, contactMove, contactsMerged, finishMerge } from '../../contract.ts';

/** The side that a field comes from: the contact that remains, or the other. */
export type Side = 'kept' | 'other';
export interface MergeChoice {
  name?: Side | undefined;
  number?: Side | undefined;
  email?: Side | undefined;
  origin?: Side | undefined;
  media?: Side | undefined;
}

interface FullContact {
  id: number;
  name: string;
  nameEdited: boolean;
  number: string;
  email: string;
  origin: string | null;
  picture: string | null;
  mediaPath: string | null;
  mediaName: string | null;
  isGroup: boolean;
}

/** Minutes after which everything that was being received for the merged contact has been stored. */
const graceMinutes = 2;

const codeOf = (error: unknown): unknown =>
  (error as { code?: unknown }).code ?? (error as { cause?: { code?: unknown } }).cause?.code;

/**
 * Merges two contacts in one transaction: identities, extra information, and other plugins’ data of the merged one. A
 * field without a choice has the remaining contact’s value, or the other’s where that is empty.
 *
 * The merged contact’s row remains for some minutes, hidden: a message that was being received during the merge may
 * still be written to it, and is moved later.
 */
export const mergeContacts = async (
  scope: Scope,
  keptId: number,
  otherId: number,
  choice: MergeChoice,
): Promise<void> => {
  if (keptId === otherId) throw new AppError(400, 'ERR_VALIDATION', { fields: { mergeId: 'ERR_MERGE_SAME' } });
  const unused = await scope.tx(async (inner) => {
    const rows = await inner.sql.rows<FullContact>(
      sql`select id, name, name_edited as "nameEdited", number, email, origin, profile_pic_url as picture,
                 media_path as "mediaPath", media_name as "mediaName", is_group as "isGroup"
            from contacts.contact where id = any(${[keptId, otherId]}::int[]) and merged_into is null order by id for update`,
    );
    const kept = rows.find(({ id }) => id === keptId);
    const other = rows.find(({ id }) => id === otherId);
    if (!kept || !other) throw notFound('ERR_NO_CONTACT_FOUND');
    if (kept.isGroup !== other.isGroup) throw conflict('ERR_MERGE_GROUP');
    await move(inner, { from: otherId, to: keptId });
    await logMerge(inner, kept, other);
    const unusedFile = await writeFields(inner, kept, other, choice);
    await inner.emit(contactsMerged, `contact:${keptId}`, { from: otherId, to: keptId });
    await inner.emit(contactChanged, `contact:${keptId}`, { contactId: keptId, action: 'update' });
    await inner.emit(contactChanged, `contact:${otherId}`, { contactId: otherId, action: 'delete' });
    const at = new Date(Date.now() + graceMinutes * 60_000);
    await inner.jobs.schedule(finishMerge, { contactId: otherId }, { key: String(otherId), at });
    return unusedFile;
  });
  if (unused !== null) await scope.storage.remove(unused);
};

const move = async (scope: Scope, contacts: { from: number; to: number }): Promise<void> => {
  const { from, to } = contacts;
  for (const { item, scope: own } of scope.contributions(contactMove)) await item.move(contacts, own);
  await scope.sql.run(sql`update contacts.identity set contact_id = ${to} where contact_id = ${from}`);
  await scope.sql.run(sql`update contacts.other_number set contact_id = ${to} where contact_id = ${from}`);
  await scope.sql.run(sql`update contacts.merge_log set contact_id = ${to} where contact_id = ${from}`);
  await scope.sql.run(sql`update contacts.contact set merged_into = ${to} where merged_into = ${from}`);
  // Information that both contacts have is stored once.
  await scope.sql.run(
    sql`delete from contacts.extra_info x where x.contact_id = ${from} and exists (
          select 1 from contacts.extra_info k where k.contact_id = ${to}
             and kernel.normalise(k.name) = kernel.normalise(x.name) and k.value = x.value)`,
  );
  await scope.sql.run(sql`update contacts.extra_info set contact_id = ${to} where contact_id = ${from}`);
};

const logMerge = (scope: Scope, kept: FullContact, { id, name, number, email, origin }: FullContact): Promise<number> =>
  scope.sql.run(
    sql`insert into contacts.merge_log (contact_id, merged_id, merged, user_id, user_name)
        values (${kept.id}, ${id}, ${JSON.stringify({ name, number, email, origin })}::jsonb, ${scope.user?.id ?? null}, ${scope.user?.name ?? ''})`,
  );

/** Writes the chosen fields. Returns the file that is no longer referenced. */
const writeFields = async (
  scope: Scope,
  kept: FullContact,
  other: FullContact,
  choice: MergeChoice,
): Promise<string | null> => {
  const from = (field: keyof MergeChoice, hasOwn: boolean): FullContact =>
    (choice[field] ?? (hasOwn ? 'kept' : 'other')) === 'kept' ? kept : other;
  const named = from('name', kept.name !== kept.number || other.name === other.number);
  const numbered = from('number', kept.number !== '');
  // A contact without a name is named by the remaining number.
  const name = (named.name === named.number && numbered.number) || named.name;
  const media = from('media', kept.mediaPath !== null);
  const secondNumber = numbered === kept ? other.number : kept.number;
  // The number is cleared on the other contact first, since it is unique.
  await scope.sql.run(
    sql`update contacts.contact set number = '', media_path = null, media_name = null, merged_into = ${kept.id}, updated_at = now()
         where id = ${other.id}`,
  );
  await scope.sql.run(
    sql`update contacts.contact set name = ${name}, name_edited = ${named.nameEdited}, number = ${numbered.number},
          email = ${from('email', kept.email !== '').email}, origin = ${from('origin', kept.origin !== null).origin},
          profile_pic_url = ${kept.picture ?? other.picture}, media_path = ${media.mediaPath}, media_name = ${media.mediaName},
          updated_at = now() where id = ${kept.id}`,
  );
  if (secondNumber !== '') {
    await scope.sql.run(
      sql`insert into contacts.other_number (contact_id, number, number_key)
          values (${kept.id}, ${secondNumber}, contacts.number_key(${secondNumber})) on conflict do nothing`,
    );
  }
  return (media === kept ? other : kept).mediaPath;
};

/** Moves data that arrived for a merged contact since, and deletes its row. */
export const completeMerge = async (scope: Scope, contactId: number): Promise<void> => {
  try {
    await scope.tx(async (inner) => {
      const row = await inner.sql.one<{ to: number }>(
        sql`select merged_into as "to" from contacts.contact where id = ${contactId} and merged_into is not null for update`,
      );
      if (!row) return;
      await move(inner, { from: contactId, to: row.to });
      await inner.sql.run(sql`delete from contacts.contact where id = ${contactId}`);
    });
  } catch (error) {
    // Another plugin’s data still references the row: it remains hidden, and the job is retried.
    if (!(error instanceof AppError) && codeOf(error) !== '23503') throw error;
    scope.log.info({ contactId, error }, 'merged contact is still referenced');
    const at = new Date(Date.now() + 3_600_000);
    await scope.jobs.schedule(finishMerge, { contactId }, { key: String(contactId), at });
  }
};
