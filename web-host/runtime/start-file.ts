/** Entries of many plugins in one file, as the server bundles them: each is a function that runs the entry. */
import { hostSide, type ClientPlugin, type Language, type Texts } from '@balcao/sdk/client';

export interface RunEntry {
  default: ClientPlugin;
  /** Texts named by the entry itself; included by the build, not by the development server. */
  firstTexts?: Partial<Record<Language, Texts>>;
}
type Exports = Omit<RunEntry, 'firstTexts'>;
/** The entry of an external plugin may await anything at the top level, so it resolves later. */
type Run = (folder: string) => Exports | Promise<Exports>;
type StartFile = Partial<Record<string, readonly [run: Run, texts: RunEntry['firstTexts'] | 0]>>;

const files = new Map<string, Promise<StartFile>>();

/** A file that fails to load is no problem: each entry can be fetched separately. */
const fetchFile = (address: string): Promise<StartFile> =>
  (import(/* @vite-ignore */ address) as Promise<{ default: StartFile }>).then(
    (file) => file.default,
    (error: unknown) => {
      console.warn('combined file of plugin entries failed to load', error);
      return {};
    },
  );

/** Returns the language of the texts in the file: the one chosen in this browser, else the person's own. */
const language = (): Language => {
  const own = hostSide.store.get(hostSide.personAtom)?.['language'];
  return hostSide.preferredLanguage() ?? (own === 'en' || own === 'es' ? own : 'pt');
};

/**
 * Runs a plugin's entry from the file at `start`; returns undefined when the file does not contain it. Throws what the
 * entry throws.
 */
export async function runFromFile(start: string, id: string, entry: string): Promise<RunEntry | undefined> {
  const address = `${start}.${language()}.js`;
  const file = files.get(address) ?? fetchFile(address);
  files.set(address, file);
  const [run, texts] = (await file)[id] ?? [];
  const exports = await run?.(new URL('.', new URL(entry, location.href)).href);
  return exports && { ...exports, ...(texts ? { firstTexts: texts } : {}) };
}
