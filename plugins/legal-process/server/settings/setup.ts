import { randomBytes } from 'node:crypto';
import { invalid, sql, type Contribution, type Scope } from '@balcao/sdk/server';
import { legalProvider, type LegalProvider, type LegalSettings } from '../../contract.ts';

/** The sources in use, each with its settings. Stored as one secret of the installation. */
interface Setup {
  providers: Record<string, Record<string, string>>;
}
const name = 'sources';

const newMark = (): string => randomBytes(6).toString('base64url');

export const readSetup = async (scope: Scope): Promise<Setup> => {
  const stored = await scope.secrets.get(name);
  return stored === undefined ? { providers: {} } : (JSON.parse(stored) as Setup);
};

/** A source that is switched on, with its settings. */
export interface Source {
  contribution: Contribution<LegalProvider>;
  settings: LegalSettings;
}

export const sourcesOf = (scope: Scope): Contribution<LegalProvider>[] =>
  scope.contributions(legalProvider).toSorted((one, other) => (one.item.order ?? 100) - (other.item.order ?? 100));

/** Returns the sources that are switched on and complete, in their order. */
export const sourcesSetUp = async (scope: Scope): Promise<Source[]> => {
  const { providers } = await readSetup(scope);
  return sourcesOf(scope).flatMap((contribution) => {
    const settings = providers[contribution.item.id];
    const isComplete = settings && contribution.item.fields.every(({ key, required }) => !required || settings[key]);
    return isComplete ? [{ contribution, settings }] : [];
  });
};

/**
 * Returns the sources that the company asks: the paid one that it chose, with the free ones that add to it, or all free
 * ones. Two sources that name the same movements differently would announce each twice.
 */
export const sourcesInUse = async (scope: Scope): Promise<Source[]> => {
  const all = await sourcesSetUp(scope);
  const wanted = scope.settings.get('legalSource');
  const chosen = all.find(({ contribution: { item } }) => item.isPaid && item.id === wanted);
  const free = all.filter(({ contribution: { item } }) => item.isPaid !== true);
  if (!chosen) return free;
  const adds = chosen.contribution.item.gives.publications !== true;
  return [chosen, ...free.filter(({ contribution: { item } }) => adds && !item.gives.case)];
};

/** Merges sent settings into the stored ones: an empty secret stays. Throws naming the faulty fields. */
const mergedSettings = (
  provider: LegalProvider,
  before: LegalSettings,
  sent: LegalSettings,
  secrets: LegalSettings,
): Record<string, string> => {
  const settings: Record<string, string> = {};
  for (const { key, secret } of provider.fields) {
    const value = (secret ? secrets : sent)[key]?.trim();
    const kept = secret && !value ? before[key] : value;
    if (kept) settings[key] = kept;
  }
  const at = (key: string): string => `${provider.id}.${key}`;
  const absent = provider.fields.filter(({ key, required }) => required && !settings[key]);
  if (absent.length > 0) throw invalid(Object.fromEntries(absent.map(({ key }) => [at(key), 'Required'])));
  const base = settings['baseUrl'];
  if (base && !/^https?:$/.test(URL.canParse(base) ? new URL(base).protocol : ''))
    throw invalid({ [at('baseUrl')]: 'ERR_INVALID_VALUE' });
  provider.check?.(settings);
  return settings;
};

/** Changes the setup, which is one value that is read and written as a whole. */
const updateSetup = (scope: Scope, change: (setup: Setup, inner: Scope) => Setup['providers']): Promise<void> =>
  scope.tx(async (inner) => {
    await inner.sql.run(sql`select pg_advisory_xact_lock(hashtextextended('legal_process.setup', 0))`);
    const providers = change(await readSetup(inner), inner);
    await inner.secrets.set(name, JSON.stringify({ providers }));
  });

/** Stores sources; null switches one off and keeps its settings nowhere. Absent ones stay. */
export const saveSetup = (
  scope: Scope,
  sent: Readonly<Record<string, LegalSettings | null>>,
  secrets: Readonly<Record<string, LegalSettings>>,
): Promise<void> =>
  updateSetup(scope, ({ providers }, inner) => {
    const next = { ...providers };
    for (const { item } of sourcesOf(inner)) {
      const settings = sent[item.id];
      if (settings === null) delete next[item.id];
      else if (settings !== undefined)
        next[item.id] = mergedSettings(item, providers[item.id] ?? {}, settings, secrets[item.id] ?? {});
    }
    return next;
  });

/**
 * Ends what is remembered of a source's failures, for all companies: they are remembered for its settings, and another
 * mark among them makes them others.
 */
export const forgetFaults = (scope: Scope, id: string): Promise<void> =>
  updateSetup(scope, ({ providers }) => {
    const settings = providers[id];
    return settings ? { ...providers, [id]: { ...settings, mark: newMark() } } : providers;
  });
