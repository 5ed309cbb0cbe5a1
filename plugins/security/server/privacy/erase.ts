import { personalData, type Erased } from '@balcao/contacts/contract';
import { job } from '@balcao/sdk/contract';
import { auditLog, z, type Host, type Scope } from '@balcao/sdk/server';
import type manifest from '../../manifest.ts';

const removeErasedFiles = job<{ files: string[] }>('security.erased-files');
/** Minutes after which files are removed that a killed node left, or that the storage did not remove. */
const laterMinutes = 10;

/** Stores, with the erasure, that its files must go: a node may be killed before it has removed them. */
const removeLater = async (files: readonly string[], inner: Scope): Promise<void> => {
  if (files.length === 0) return;
  const at = new Date(Date.now() + laterMinutes * 60_000);
  await inner.jobs.schedule(removeErasedFiles, { files: [...files] }, { at });
};

export const erasedFilesJob = (host: Host<typeof manifest>): void => {
  host.job(removeErasedFiles, {
    data: z.object({ files: z.array(z.string()) }),
    async handle({ files }, scope) {
      // One that is gone already is no fault.
      for (const path of files) await scope.storage.remove(path);
    },
  });
};

const removeFiles = async (files: readonly string[], scope: Scope): Promise<void> => {
  for (const path of files)
    await scope.storage
      .remove(path)
      .catch((err: unknown) => scope.log.warn({ err }, 'file of an erased person could not be removed'));
};

/**
 * Erases a contact in every plugin in one transaction, those that are switched off included; the contact itself last,
 * because the others find their data through it.
 */
export const eraseContact = async (contactId: number, scope: Scope): Promise<Record<string, number>> => {
  const { counts, files } = await scope.tx(async (inner) => {
    const parts = [...inner.contributions(personalData, { includesOff: true })].toSorted(
      (a, b) => Number(a.plugin === 'contacts') - Number(b.plugin === 'contacts'),
    );
    const words: string[] = [];
    for (const { item, scope: own } of parts) words.push(...((await item.names?.(contactId, own)) ?? []));
    const erased: (Erased & { plugin: string })[] = [];
    for (const { plugin, item, scope: own } of parts) erased.push({ plugin, ...(await item.erase(contactId, own)) });
    const counted = Object.fromEntries(erased.map(({ plugin, count }) => [plugin, count]));
    await inner.use(auditLog).redact(words);
    await inner.audit({ action: 'privacy.erased', subject: `#${contactId}`, detail: { erased: counted } });
    const paths = erased.flatMap((one) => one.files);
    await removeLater(paths, inner);
    return { counts: counted, files: paths };
  });
  await removeFiles(files, scope);
  return counts;
};

const atOnce = 100;

/** Erases data that ended before a day, in every plugin, in batches; returns the number of conversations. */
export const eraseBefore = async (day: Date, scope: Scope): Promise<number> => {
  let total = 0;
  for (const { plugin, item } of scope.contributions(personalData, { includesOff: true })) {
    for (;;) {
      scope.signal.throwIfAborted();
      const { count, files } = await scope.tx(async (inner) => {
        const own = inner
          .contributions(personalData, { includesOff: true })
          .find((one) => one.plugin === plugin && one.item.id === item.id);
        const erased = (await own?.item.eraseBefore?.(day, atOnce, own.scope)) ?? { count: 0, files: [] };
        await removeLater(erased.files, inner);
        return erased;
      });
      await removeFiles(files, scope);
      total += count;
      if (count < atOnce) break;
    }
  }
  return total;
};
