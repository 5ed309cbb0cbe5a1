import { AppError, conflict, forbidden, invalid, mergeEdit, notFound, sql, type Scope } from '@balcao/sdk/server';
import { contactChanged } from '../contract.ts';
import type { ChangedContact } from './contact-form.ts';
import { saveExtraInfo, type ExtraInfo } from './extra-info.ts';
import { isMasked, maskNumber } from './masking.ts';
import { checkedNumber } from './number-check.ts';

const codeOf = (error: unknown): unknown =>
  (error as { code?: unknown }).code ?? (error as { cause?: { code?: unknown } }).cause?.code;

/** Includes the id of the number’s contact, so that people can open it. */
const duplicated = (contactId: number | undefined): AppError =>
  new AppError(409, 'ERR_DUPLICATED_CONTACT', {
    fields: { number: 'ERR_DUPLICATED_CONTACT' },
    ...(contactId !== undefined && { context: { contactId } }),
  });

const ownerOf = async (scope: Scope, number: string): Promise<number | undefined> =>
  (await scope.sql.one<{ id: number | null }>(sql`select contacts.contact_of_number(${number}) as id`))?.id ??
  undefined;

const assertNumberFree = async (scope: Scope, number: string, except: number): Promise<void> => {
  const owner = await ownerOf(scope, number);
  if (owner !== undefined && owner !== except) throw duplicated(owner);
};

/** Two people may save one number at the same moment: the unique index decides. */
const refuseDuplicate = async <T>(scope: Scope, number: string, work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    if (codeOf(error) === '23505') throw duplicated(await ownerOf(scope, number));
    throw error;
  }
};

export interface CreateInput {
  name: string;
  number: string;
  email: string;
  origin?: string | null;
  extraInfo?: ExtraInfo | undefined;
  /** Store the number even if a channel reports that it does not exist. */
  force: boolean;
}

export const createContact = async (scope: Scope, input: CreateInput): Promise<number> => {
  await assertNumberFree(scope, input.number, 0);
  const number = input.force || input.number === '' ? input.number : await checkedNumber(scope, input.number);
  return refuseDuplicate(scope, number, () =>
    scope.tx(async (inner) => {
      const row = await inner.sql.one<{ id: number }>(
        sql`insert into contacts.contact (name, name_edited, number, email, origin)
            values (${input.name}, true, ${number}, ${input.email}, ${input.origin ?? null}) returning id`,
      );
      if (!row) throw new Error('the contact was not stored');
      await saveExtraInfo(inner, row.id, input.extraInfo);
      await inner.emit(contactChanged, `contact:${row.id}`, { contactId: row.id, action: 'create' });
      return row.id;
    }),
  );
};

/**
 * Refuses to overwrite changes that somebody else made since the form was opened. Masked numbers stay masked in the
 * answer.
 */
const mergeChange = async (scope: Scope, id: number, { name, number, email, origin, known }: ChangedContact) => {
  const row = await scope.sql.one<{ name: string; number: string; email: string; origin: string }>(
    sql`select name, number, email, coalesce(origin, '') as origin from contacts.contact where id = ${id} and merged_into is null for update`,
  );
  const mask = (text: string): string => (row && isMasked(scope) && text === row.number ? maskNumber(text) : text);
  await mergeEdit(scope, {
    table: 'contacts.contact',
    id,
    row: row && { ...row, name: mask(row.name), number: mask(row.number) },
    missing: 'ERR_NO_CONTACT_FOUND',
    // No origin is null in the table and the empty text in a form: both are the same value.
    body: {
      ...{ name, number, email, origin: origin === null ? '' : origin },
      known: known && 'origin' in known ? { ...known, origin: known['origin'] ?? '' } : known,
    },
  });
};

export const updateContact = async (
  scope: Scope,
  id: number,
  change: ChangedContact,
  force: boolean,
): Promise<void> => {
  const known = await scope.sql.one<{ name: string; number: string }>(
    sql`select name, number from contacts.contact where id = ${id} and merged_into is null`,
  );
  if (!known) throw new AppError(404, 'ERR_NO_CONTACT_FOUND', { context: { deleted: true } });
  let number: string | null = null;
  if (change.number !== undefined && change.number !== known.number) {
    // Readers who see only four digits may not change the others.
    if (isMasked(scope)) throw forbidden();
    if (change.number === '')
      throw new AppError(400, 'ERR_VALIDATION', { fields: { number: 'Preencher num. válido' } });
    await assertNumberFree(scope, change.number, id);
    number = force ? change.number : await checkedNumber(scope, change.number);
  }
  // The name of a contact without a name is its number, so the mask comes back as its name too.
  const isMask = isMasked(scope) && known.name === known.number && change.name === maskNumber(known.number);
  const name = isMask || change.name === known.name ? null : (change.name ?? null);
  await refuseDuplicate(scope, number ?? known.number, () =>
    scope.tx(async (inner) => {
      await mergeChange(inner, id, change);
      // Only changed fields, and only if the contact still exists: the number check takes time, and others work
      // meanwhile.
      const changed = await inner.sql.run(
        sql`update contacts.contact set number = coalesce(${number}, number),
              name = coalesce(${name}, case when name = number then ${number} end, name),
              name_edited = name_edited or coalesce(${name} <> name, false),
              email = ${change.email === undefined ? sql`email` : sql`${change.email ?? ''}`},
              origin = ${change.origin === undefined ? sql`origin` : sql`${change.origin || null}`}, updated_at = now()
            where id = ${id} and merged_into is null`,
      );
      if (changed === 0) throw notFound('ERR_NO_CONTACT_FOUND');
      // A second number that became the first is no longer a second one.
      if (number !== null)
        await inner.sql.run(
          sql`delete from contacts.other_number where contact_id = ${id} and number_key = contacts.number_key(${number})`,
        );
      await saveExtraInfo(inner, id, change.extraInfo);
      await inner.emit(contactChanged, `contact:${id}`, { contactId: id, action: 'update' });
    }),
  );
};

/** The origins that the company’s people choose from. */
const originsOf = (scope: Scope): string[] =>
  scope.settings
    .get('originContact')
    .split(',')
    .map((origin) => origin.trim());

/**
 * Sets one of the company’s origins, or keeps the one that the contact already has even if it was removed from the
 * list.
 */
export const setOrigin = async (scope: Scope, id: number, origin: string | null): Promise<void> =>
  scope.tx(async (inner) => {
    if (origin !== null && !originsOf(inner).includes(origin)) {
      const known = await inner.sql.one<{ origin: string | null }>(
        sql`select origin from contacts.contact where id = ${id} and merged_into is null`,
      );
      if (!known) throw notFound('ERR_NO_CONTACT_FOUND');
      if (known.origin !== origin) throw invalid({ origin: 'ERR_INVALID_VALUE' });
    }
    const changed = await inner.sql.run(
      sql`update contacts.contact set origin = ${origin}, updated_at = now() where id = ${id} and merged_into is null`,
    );
    if (changed === 0) throw notFound('ERR_NO_CONTACT_FOUND');
    await inner.emit(contactChanged, `contact:${id}`, { contactId: id, action: 'update' });
  });

/** Deletes a contact without tickets; one with tickets remains, since their history refers to it. */
export const removeContact = async (scope: Scope, id: number): Promise<void> => {
  try {
    const { path } = await scope.tx(async (inner) => {
      // Hidden contacts that were merged into it would reappear.
      await inner.sql.run(sql`delete from contacts.contact where merged_into = ${id}`);
      const removed = await inner.sql.one<{ path: string | null }>(
        sql`delete from contacts.contact where id = ${id} and merged_into is null returning media_path as path`,
      );
      if (!removed) throw notFound('ERR_NO_CONTACT_FOUND');
      await inner.emit(contactChanged, `contact:${id}`, { contactId: id, action: 'delete' });
      return removed;
    });
    if (path !== null) await scope.storage.remove(path);
  } catch (error) {
    if (codeOf(error) === '23503') throw conflict('ERR_CONTACT_HAS_TICKETS');
    throw error;
  }
};
