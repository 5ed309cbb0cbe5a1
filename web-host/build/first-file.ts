/**
 * Puts the shared modules that every page starts with into one file, so that a page makes one request instead of a
 * dozen.
 */
import { createHash } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { parse } from 'es-module-lexer';
import { build, type Plugin, type Rolldown } from 'vite';

interface BuiltModules {
  outDir: string;
  /** File name to code. */
  codes: Map<string, string>;
  /** Shared id to file name. */
  map: Record<string, string>;
  /** File name to its static imports, transitively. */
  closure: Readonly<Record<string, readonly string[]>>;
}

const entry = 'joined:first';
const plainName = (file: string): string => file.replace(/-[\w-]{8}\.js$/, '');
/** The id by which outside files import a file of the bundle. Only the page's import map knows its hash. */
const privateId = (file: string): string => `balcao/${plainName(file)}`;
/** Helpers without state: a second copy does no harm, whereas a file of re-exports would cost a request. */
const isHelper = (file: string): boolean => file.startsWith('rolldown-runtime');

const namesOf = (code = ''): string[] => parse(code)[1].flatMap((found) => ('name' in found ? [found.name] : []));
const short = (index: number): string => `${String.fromCharCode(97 + index)}$`;

/** Returns the names exported by every id of the bundle; two modules may not export different things under one name. */
function openNames(files: readonly string[], codes: BuiltModules['codes']): string {
  const owners = new Map<string, string>();
  return files
    .map((file) => {
      const names = namesOf(codes.get(file));
      for (const name of names) {
        const other = owners.get(name);
        if (other !== undefined)
          throw new Error(`${file} and ${other} both export ${name}: one must stay a separate file`);
        owners.set(name, file);
      }
      return `export { ${names.join(', ')} } from './${file}';`;
    })
    .join('\n');
}

/** Returns re-exports of all other names with a prefix, so that they do not clash with the public ones. */
const prefixedNames = (files: readonly string[], codes: BuiltModules['codes']): string =>
  files
    .map((file, index) => {
      const names = namesOf(codes.get(file)).map((name) => `${name} as ${short(index)}${name}`);
      return `export { ${names.join(', ')} } from './${file}';`;
    })
    .join('\n');

/** Returns the static relative imports of a file with their offsets. */
const relativeImports = (code: string): { file: string; start: number; end: number }[] =>
  parse(code)[0].flatMap((found) =>
    found.type === 'static' && found.specifier.startsWith('./')
      ? [{ file: found.specifier.slice(2), start: found.start, end: found.end }]
      : [],
  );

/** Resolves the previously built files as if they were in one source folder. */
const builtFiles = ({ codes, map }: BuiltModules, source: string): Plugin => ({
  name: 'balcao-built-files',
  enforce: 'pre',
  resolveId(id, _importer, options) {
    // Dynamic imports stay files of their own.
    if ((options as { kind?: string }).kind === 'dynamic-import') return { id, external: true };
    const file = map[id] ?? basename(id);
    if (id === entry) return id;
    return codes.has(file) ? `joined:${file}` : null;
  },
  load: (id) => (id === entry ? source : (codes.get(id.replace(/^joined:/, '')) ?? null)),
});

async function oneFile(modules: BuiltModules, source: string): Promise<Rolldown.OutputChunk> {
  const built = (await build({
    configFile: false,
    root: import.meta.dirname,
    base: './',
    logLevel: 'error',
    mode: 'production',
    publicDir: false,
    plugins: [builtFiles(modules, source)],
    build: {
      outDir: modules.outDir,
      emptyOutDir: false,
      target: 'es2022',
      modulePreload: false,
      reportCompressedSize: false,
      rolldownOptions: {
        input: { first: entry },
        preserveEntrySignatures: 'strict',
        output: { format: 'es', entryFileNames: '[name]-[hash].js', codeSplitting: false },
      },
    },
  })) as Rolldown.RolldownOutput;
  return built.output[0];
}

/**
 * Bundles the files of `ids` and their imports into one. Ids of files that are only imported by them stay files of
 * their own with the same instances, because their names may be taken in the bundle.
 */
export async function joinFirst(modules: BuiltModules, ids: readonly string[]): Promise<void> {
  const { outDir, codes, map, closure } = modules;
  const own = [...new Set(ids.map((id) => map[id] ?? ''))];
  const inside = new Set([...own, ...own.flatMap((file) => closure[file] ?? [])]);
  const outside = [...codes].filter(([file]) => !inside.has(file));
  const wanted = new Set(outside.flatMap(([, code]) => relativeImports(code).map(({ file }) => file)));
  const idsOf = (file: string): string[] => Object.keys(map).filter((id) => map[id] === file);
  const apart = [...inside].filter(
    (file) => !own.includes(file) && !isHelper(file) && (wanted.has(file) || idsOf(file).length > 0),
  );
  for (const file of apart) if (wanted.has(file)) map[privateId(file)] = file;

  const first = await oneFile(modules, `${openNames(own, codes)}\n${prefixedNames(apart, codes)}`);
  const placeOf = new Map(own.map((file) => [file, first.fileName]));
  for (const [index, file] of apart.entries()) {
    const names = namesOf(codes.get(file)).map((name) => `${short(index)}${name} as ${name}`);
    const code = `export{${names.join(',')}}from"./${first.fileName}";\n`;
    const hash = createHash('sha256').update(code).digest('base64url').slice(0, 8);
    placeOf.set(file, `${plainName(file)}-${hash}.js`);
    await writeFile(join(outDir, `${plainName(file)}-${hash}.js`), code);
    codes.set(`${plainName(file)}-${hash}.js`, code);
  }
  await importById(modules, outside, (file) =>
    isHelper(file) || !inside.has(file) ? undefined : own.includes(file) ? idsOf(file)[0] : privateId(file),
  );
  for (const [id, file] of Object.entries(map)) map[id] = placeOf.get(file) ?? file;
  for (const file of inside) {
    if (isHelper(file) && wanted.has(file)) continue;
    codes.delete(file);
    await rm(join(outDir, file));
  }
  codes.set(first.fileName, first.code);
}

/** Rewrites the imports of outside files from addresses of bundled files to their ids. */
async function importById(
  { outDir, codes }: BuiltModules,
  outside: readonly (readonly [file: string, code: string])[],
  idOf: (file: string) => string | undefined,
): Promise<void> {
  for (const [name, code] of outside) {
    const changed = relativeImports(code)
      .toReversed()
      .reduce(
        (text, { file, start, end }) => text.slice(0, start) + (idOf(file) ?? `./${file}`) + text.slice(end),
        code,
      );
    if (changed === code) continue;
    codes.set(name, changed);
    await writeFile(join(outDir, name), changed);
  }
}
