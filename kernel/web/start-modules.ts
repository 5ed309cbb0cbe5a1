/** One file with the entries of many plugins, so that a further plugin costs a page no request. */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import { entryFunction, importsEntry, integrityOf, isBody, type StartPart } from '@balcao/sdk/build';
import type { InstalledClient } from './installed-client.ts';

/** Name of the file that the build writes beside an entry. */
export const partFile = 'start.part';
const languages = ['pt', 'en', 'es'] as const;
type Language = (typeof languages)[number];
/** Most sets of plugins whose files are cached in memory: companies differ in few modules. */
const maxCached = 48;
/** Version of the format, to be changed when the same parts would be combined in another way. */
const format = 2;

export interface StartFile {
  plain: Buffer;
  brotli: Buffer;
}

const hashOf = (parts: readonly InstalledClient[]): string => {
  const hash = createHash('sha256').update(`${format}`);
  for (const { id, build } of parts) hash.update(`\0${id}@${build.hash}`);
  return hash.digest('hex').slice(0, 16);
};

/**
 * Returns whether the entry may be combined with others. For an external plugin this is known when its files are
 * read: if it cannot, the page finds it missing and fetches it separately.
 */
const hasPart = (client: InstalledClient | undefined): boolean =>
  client !== undefined && (client.firstParty !== true || Object.hasOwn(client.build.files, partFile));

/** Longest list of names: the address names every plugin in the file, and some proxies refuse longer ones. */
const maxNames = 1800;

/** Sorts the plugins, and splits them where the names of one file would be too long. */
function filesOf(clients: readonly InstalledClient[]): InstalledClient[][] {
  const files: InstalledClient[][] = [];
  let length = Infinity;
  for (const client of clients.toSorted((a, b) => (a.id < b.id ? -1 : 1))) {
    length += client.id.length + 1;
    if (length > maxNames) files.push([]);
    if (length > maxNames) length = client.id.length;
    files.at(-1)?.push(client);
  }
  return files;
}

/**
 * Returns the addresses of the files that combine the entries of these plugins, without the language of the texts and
 * `.js` at the end. External plugins are combined apart from the platform's. The address names the plugins, so that
 * every node can build the file without having been asked before.
 */
export function startAddresses(plugins: readonly InstalledClient[]): ReadonlyMap<InstalledClient, string> {
  const parts = plugins.filter(hasPart);
  const files = [true, false].flatMap((own) =>
    filesOf(parts.filter(({ firstParty }) => (firstParty === true) === own)),
  );
  return new Map(
    files.flatMap((file) => {
      const address = `/host/start/${hashOf(file)}/${file.map(({ id }) => id).join('.')}`;
      return file.map((client) => [client, address] as const);
    }),
  );
}

/** A function that runs an entry, with its dependencies. */
interface Part {
  uses: readonly string[];
  texts?: Readonly<Record<string, unknown>>;
  code: string;
  /** True when it may wait: for modules that the page does not start with, or for anything else. */
  isAsync: boolean;
}

async function ownPart({ dir }: InstalledClient): Promise<Part | undefined> {
  const { code, ...rest } = JSON.parse(await readFile(join(dir, 'dist', partFile), 'utf8')) as StartPart;
  return isBody(code, false) ? { ...rest, code, isAsync: false } : undefined;
}

/** Builds a part from the entry itself, after checking that it is unchanged since the build and may run here. */
async function foreignPart({ dir, build }: InstalledClient): Promise<Part | undefined> {
  const read = async (name: string): Promise<string | undefined> => {
    const bytes = await readFile(join(dir, 'dist', name));
    return integrityOf(bytes) === build.files[name]?.integrity ? bytes.toString() : undefined;
  };
  const { entry } = build;
  if (entry.includes('/')) return undefined;
  const code = await read(entry);
  const part = code === undefined ? undefined : await entryFunction(code, entry);
  const later = Object.keys(build.files).filter(
    (name) => /\.m?js$/.test(name) && name !== entry && !name.startsWith('public/'),
  );
  const others = await Promise.all(later.map(read));
  if (!part || others.some((other) => other === undefined || importsEntry(other, entry))) return undefined;
  return { ...part, isAsync: true };
}

/** Reads a part and checks that it can be parsed, so that a broken one does not affect the others. */
const readPart = (client: InstalledClient): Promise<Part | undefined> =>
  (client.firstParty ? ownPart(client) : foreignPart(client)).catch(() => undefined);

/**
 * Returns the module with a function for each plugin that runs its entry. Plugins that are left out are fetched
 * separately.
 */
async function moduleOf(
  plugins: readonly InstalledClient[],
  language: Language,
  isAtHand: (sharedId: string) => boolean,
): Promise<string> {
  const shared: string[] = [];
  const all = await Promise.all(plugins.map(async (client) => [client, await readPart(client)] as const));
  const parts = all.flatMap(([client, part]) => {
    // The others would wait for a module that the page does not start with, unless the entry itself is asynchronous.
    if (!part || !(part.isAsync || part.uses.every(isAtHand))) return [];
    const used = part.uses.map((id) => {
      if (!isAtHand(id)) return `import(${JSON.stringify(id)})`;
      if (!shared.includes(id)) shared.push(id);
      return `balcao$${shared.indexOf(id)}`;
    });
    const waits = part.uses.every(isAtHand) ? '' : 'balcao$=await Promise.all(balcao$);';
    const run = `${part.isAsync ? 'async' : ''}(balcao$,balcao$at)=>{${waits}${part.code}\n}`;
    const texts = part.texts && { [language]: part.texts[language] };
    return [`${JSON.stringify(client.id)}:[at=>(${run})([${used.join()}],at),${JSON.stringify(texts) ?? '0'}]`];
  });
  const imports = shared.map((id, index) => `import*as balcao$${index} from${JSON.stringify(id)};`);
  return `${imports.join('')}export default{${parts.join(',\n')}};\n`;
}

const compress = promisify(brotliCompress);

export class StartModules {
  readonly #cache = new Map<string, Promise<StartFile | undefined>>();
  readonly #build: (plugin: string) => InstalledClient | undefined;
  readonly #isAtHand: () => Promise<(sharedId: string) => boolean>;

  /** `isAtHand` returns whether every page starts with a shared module. */
  constructor(
    build: (plugin: string) => InstalledClient | undefined,
    isAtHand: () => Promise<(sharedId: string) => boolean>,
  ) {
    this.#build = build;
    this.#isAtHand = isAtHand;
  }

  /** Returns the file `<hash>/<ids>.<language>.js`; undefined when the builds of these plugins are others. */
  file(name: string): Promise<StartFile | undefined> {
    const known = this.#cache.get(name);
    // Inserted again, so that the least recently used is removed first.
    this.#cache.delete(name);
    const file = known ?? this.#make(name);
    this.#cache.set(name, file);
    for (const oldest of this.#cache.keys()) if (this.#cache.size > maxCached) this.#cache.delete(oldest);
    file.then(
      (made) => made ?? this.#cache.delete(name),
      () => this.#cache.delete(name),
    );
    return file;
  }

  async #make(name: string): Promise<StartFile | undefined> {
    const [, hash, ids = '', language] = /^([a-f0-9]{16})\/([a-z0-9.-]+)\.(pt|en|es)\.js$/.exec(name) ?? [];
    const plugins = ids.split('.').map((id) => this.#build(id));
    if (plugins.some((plugin) => plugin === undefined || !hasPart(plugin))) return undefined;
    const present = plugins as InstalledClient[];
    if (hashOf(present) !== hash) return undefined;
    const plain = Buffer.from(await moduleOf(present, language as Language, await this.#isAtHand()));
    const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: plain.length };
    return { plain, brotli: await compress(plain, { params }) };
  }
}
