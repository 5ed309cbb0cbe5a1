import { personalData, type Erased } from '@balcao/contacts/contract';
import { auditLog, type Scope } from '@balcao/sdk/server';

const removeFiles = async (files: readonly string[], scope: Scope): Promise<void> => {
  for (const path of files)
    await scope.storage
      .remove(path)
      .catch((err: unknown) => scope.log.warn({ err }, 'file of an erased person could not be removed'));
};

/**
 * Erases a contact in every plugin in one transaction; the contact itself last, because the others find their data
 * through it.
 */
export const eraseContact = async (contactId: number, scope: Scope): Promise<Record<string, number>> => {
  const { counts, files } = await scope.tx(async (inner) => {
    const parts = [...inner.contributions(personalData)].toSorted(
      (a, b) => Number(a.plugin === 'contacts') - Number(b.plugin === 'contacts'),
    );
    const words: string[] = [];
    for (const { item, scope: own } of parts) words.push(...((await item.names?.(contactId, own)) ?? []));
    const erased: (Erased & { plugin: string })[] = [];
    for (const { plugin, item, scope: own } of parts) erased.push({ plugin, ...(await item.erase(contactId, own)) });
    const counted = Object.fromEntries(erased.map(({ plugin, count }) => [plugin, count]));
    await inner.use(auditLog).redact(words);
    await inner.audit({ action: 'privacy.erased', subject: `#${contactId}`, detail: { erased: counted } });
    return { counts: counted, files: erased.flatMap((one) => one.files) };
  });
  await removeFiles(files, scope);
  return counts;
};

const atOnce = 100;

/** Erases data that ended before a day, in every plugin, in batches; returns the number of conversations. */
export const eraseBefore = async (day: Date, scope: Scope): Promise<number> => {
  let total = 0;
  for (const { plugin, item } of scope.contributions(personalData)) {
    for (;;) {
      scope.signal.throwIfAborted();
      const { count, files } = await scope.tx(async (inner) => {
        const own = inner.contributions(personalData).find((one) => one.plugin === plugin && one.item.id === item.id);
        return (await own?.item.eraseBefore?.(day, atOnce, own.scope)) ?? { count: 0, files: [] };
      });
      await removeFiles(files, scope);
      total += count;
      if (count < atOnce) break;
    }
  }
  return total;
};
