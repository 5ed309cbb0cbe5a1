/** One file with the entries of many plugins, so that a further plugin costs a page no request. */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Script } from 'node:vm';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import type { StartPart } from '@balcao/sdk/build';
import type { InstalledClient } from './index.ts';

/** Written by the build beside an entry. */
export const partFile = 'start.part';
const languages = ['pt', 'en', 'es'] as const;
type Language = (typeof languages)[number];
/** Sets of plugins whose files are kept in memory: companies differ in few modules. */
const maxKept = 24;
/** Changes when files of the same parts would be put together in another way. */
const format = 1;

export interface StartFile {
  plain: Buffer;
  brotli: Buffer;
}

const hashOf = (parts: readonly InstalledClient[]): string => {
  const hash = createHash('sha256').update(`${format}`);
  for (const { id, build } of parts) hash.update(`\0${id}@${build.hash}`);
  return hash.digest('hex').slice(0, 16);
};

/** Whether its entry may come with those of others: plugins from outside stay apart, whatever they do. */
export const hasPart = (client: InstalledClient | undefined): boolean =>
  client?.firstParty === true && Object.hasOwn(client.build.files, partFile);

/**
 * Where the entries of these plugins lie together, without the language of the texts and `.js` at the end. The address
 * names them, so that every node finds them without having been asked before; undefined when none can come so.
 */
export function startAddress(plugins: readonly InstalledClient[]): string | undefined {
  const parts = plugins.filter(hasPart).sort((a, b) => (a.id < b.id ? -1 : 1));
  if (parts.length === 0) return undefined;
  return `/host/start/${hashOf(parts)}/${parts.map(({ id }) => id).join('.')}`;
}

/** Reads a part and looks whether it can run, so that a broken one takes no other along. */
async function readPart({ dir }: InstalledClient): Promise<StartPart | undefined> {
  try {
    const part = JSON.parse(await readFile(join(dir, 'dist', partFile), 'utf8')) as StartPart;
    void new Script(`"use strict";(balcao$,balcao$at)=>{${part.code}\n}`);
    return part;
  } catch {
    return undefined;
  }
}

/** The module: for each plugin a function that runs its entry. What is left out is fetched by itself. */
async function moduleOf(
  plugins: readonly InstalledClient[],
  language: Language,
  isAtHand: (sharedId: string) => boolean,
): Promise<string> {
  const shared: string[] = [];
  const all = await Promise.all(plugins.map(async (client) => [client, await readPart(client)] as const));
  const parts = all.flatMap(([client, part]) => {
    // All would wait for a module that the page does not start with.
    if (!part || !part.uses.every(isAtHand)) return [];
    const used = part.uses.map((id) => {
      if (!shared.includes(id)) shared.push(id);
      return `m${shared.indexOf(id)}`;
    });
    const texts = part.texts && { [language]: part.texts[language] };
    return [
      `${JSON.stringify(client.id)}:[at=>((balcao$,balcao$at)=>{${part.code}\n})([${used.join()}],at),${JSON.stringify(texts) ?? '0'}]`,
    ];
  });
  const imports = shared.map((id, index) => `import*as m${index} from${JSON.stringify(id)};`);
  return `${imports.join('')}export default{${parts.join(',\n')}};\n`;
}

const compress = promisify(brotliCompress);

export class StartModules {
  readonly #kept = new Map<string, Promise<StartFile | undefined>>();
  readonly #build: (plugin: string) => InstalledClient | undefined;
  readonly #isAtHand: () => Promise<(sharedId: string) => boolean>;

  /** `isAtHand` tells of a shared module whether every page starts with it. */
  constructor(
    build: (plugin: string) => InstalledClient | undefined,
    isAtHand: () => Promise<(sharedId: string) => boolean>,
  ) {
    this.#build = build;
    this.#isAtHand = isAtHand;
  }

  /** What lies at `<hash>/<ids>.<language>.js`; undefined for what are not these builds of these plugins. */
  file(name: string): Promise<StartFile | undefined> {
    const known = this.#kept.get(name);
    // The one that was asked for last goes last.
    this.#kept.delete(name);
    const file = known ?? this.#make(name);
    this.#kept.set(name, file);
    for (const oldest of this.#kept.keys()) if (this.#kept.size > maxKept) this.#kept.delete(oldest);
    file.then(
      (made) => made ?? this.#kept.delete(name),
      () => this.#kept.delete(name),
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
