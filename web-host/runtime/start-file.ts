/** The entries of many plugins as the server puts them into one file: each is a function that runs it. */
import { hostSide, type ClientPlugin, type Language, type Texts } from '@balcao/sdk/client';

export interface RunEntry {
  default: ClientPlugin;
  /** Texts that the entry itself names; the build puts them in, the development server does not. */
  firstTexts?: Partial<Record<Language, Texts>>;
}
type Exports = Omit<RunEntry, 'firstTexts'>;
/** One of a plugin from outside answers later: such an entry may wait for what it likes. */
type Run = (folder: string) => Exports | Promise<Exports>;
type StartFile = Partial<Record<string, readonly [run: Run, texts: RunEntry['firstTexts'] | 0]>>;

const files = new Map<string, Promise<StartFile>>();

/** A file that does not come is no loss: each entry can be fetched by itself. */
const fetchFile = (address: string): Promise<StartFile> =>
  (import(/* @vite-ignore */ address) as Promise<{ default: StartFile }>).then(
    (file) => file.default,
    (error: unknown) => {
      console.warn('the entries did not come in one file', error);
      return {};
    },
  );

/** The language whose texts come along: what the person chose in this browser, else their own. */
const language = (): Language => {
  const own = hostSide.store.get(hostSide.personAtom)?.['language'];
  return hostSide.preferredLanguage() ?? (own === 'en' || own === 'es' ? own : 'pt');
};

/** Runs a plugin's entry out of the file at `start`; undefined when it is not in there. Throws what the entry throws. */
export async function runFromFile(start: string, id: string, entry: string): Promise<RunEntry | undefined> {
  const address = `${start}.${language()}.js`;
  const file = files.get(address) ?? fetchFile(address);
  files.set(address, file);
  const [run, texts] = (await file)[id] ?? [];
  const exports = await run?.(new URL('.', new URL(entry, location.href)).href);
  return exports && { ...exports, ...(texts ? { firstTexts: texts } : {}) };
}
