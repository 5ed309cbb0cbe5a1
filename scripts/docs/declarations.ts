/** The public surface as the type checker sees it: every export of an entry, following its re-exports. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { dependenciesOf, sourceFile, type Declaration } from './source.ts';

export interface Exported {
  name: string;
  doc: string;
  /** Declarations as in a `.d.ts`; empty for a re-export of another package. */
  text: string;
  /** The package it is re-exported from. */
  from?: string;
}

/** Emits the declarations of `entries` (paths in the repository) and returns a reader of the exports of each. */
export async function emitDeclarations(
  root: string,
  entries: readonly string[],
): Promise<(entry: string) => readonly Exported[]> {
  const folder = path.join(root, 'node_modules/.cache', `balcao-docs-${process.pid}`);
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const config = path.join(folder, 'tsconfig.json');
  await writeFile(
    config,
    JSON.stringify({
      extends: path.join(root, 'tsconfig.json'),
      compilerOptions: {
        noEmit: false,
        declaration: true,
        emitDeclarationOnly: true,
        rootDir: root,
        outDir: path.join(folder, 'out'),
        typeRoots: [path.join(root, 'node_modules/@types')],
        paths: await ownPaths(root),
      },
      files: entries.map((entry) => path.join(root, entry)),
      include: [],
    }),
  );
  try {
    // Type errors elsewhere are reported by another check; the declarations are emitted all the same.
    const said = await promisify(execFile)(path.join(root, 'node_modules/.bin/tsc'), [
      // Only the types that declarations show are worked out.
      '--noCheck',
      '-p',
      config,
    ]).then(
      () => '',
      ({ stdout }: { stdout: string }) => stdout,
    );
    const out = path.join(folder, 'out');
    const read = new Map(
      entries.map((entry) => [
        entry,
        exportsOf(path.join(out, entry.replace(/\.tsx?$/, '.d.ts')), { out, root, said }),
      ]),
    );
    return (entry) => read.get(entry) ?? [];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const fileOf = (from: string, importer: string): string | undefined =>
  from.startsWith('.') ? path.join(path.dirname(importer), from.replace(/\.tsx?$/, '.d.ts')) : undefined;

const textOf = (declaration: Declaration, file: string): string => {
  const source = sourceFile(file);
  return [declaration, ...dependenciesOf(declaration.text, source)]
    .map(({ text }) => text.replace(/^\s*#private;\n/m, ''))
    .join('\n');
};

interface Emitted {
  out: string;
  root: string;
  /** The messages of the type checker. */
  said: string;
}

/**
 * Returns the exports of a file whose declarations the compiler could not emit: the names are known, the types are not.
 */
const unwritten = (file: string, { out, root, said }: Emitted): Exported[] => {
  const within = path.relative(out, file).replace(/\.d\.ts$/, '');
  const source = ['.ts', '.tsx'].map((end) => within + end).find((name) => existsSync(path.join(root, name)));
  if (source === undefined || !said.includes(source))
    throw new Error(`no declarations of ${within} were emitted\n${said}`);
  return sourceFile(path.join(root, source))
    .declarations.filter(({ isExported }) => isExported)
    .map(({ name, doc }) => ({
      name,
      doc,
      text: `declare const ${name}: unknown; // its type cannot be written down`,
    }));
};

/**
 * Returns the repository's packages by their files. Resolved through node_modules they might count as external
 * packages, for which nothing is emitted; which resolution wins varies from run to run.
 */
async function ownPaths(root: string): Promise<Record<string, string[]>> {
  const { exports: entries } = JSON.parse(await readFile(path.join(root, 'sdk/package.json'), 'utf8')) as {
    exports: Record<string, string>;
  };
  return {
    ...Object.fromEntries(
      Object.entries(entries).map(([name, file]) => [`@balcao/sdk/${name.slice(2)}`, [path.join(root, 'sdk', file)]]),
    ),
    '@balcao/*/contract': [path.join(root, 'plugins/*/contract.ts')],
  };
}

function exportsOf(file: string, emitted: Emitted): Exported[] {
  if (!existsSync(file)) return unwritten(file, emitted);
  const { declarations, reExports } = sourceFile(file);
  const found = new Map<string, Exported>();
  const add = (one: Exported): void => {
    const before = found.get(one.name);
    found.set(one.name, before ? { ...before, text: `${before.text}\n${one.text}` } : one);
  };
  for (const declaration of declarations.filter(({ isExported }) => isExported))
    add({ name: declaration.name, doc: declaration.doc, text: textOf(declaration, file) });
  for (const { from, theirs, ours } of reExports) {
    const target = fileOf(from, file);
    if (target === undefined) {
      add({ name: ours ?? theirs ?? '*', doc: '', text: '', from });
      continue;
    }
    const all = exportsOf(target, emitted);
    if (theirs !== undefined) {
      const one = all.find(({ name }) => name === theirs);
      if (one) add({ ...one, name: ours ?? theirs });
    } else if (ours === undefined) for (const one of all) add(one);
    else
      add({
        name: ours,
        doc: sourceFile(target).text.match(/^\/\*\*\s*(.*?)\s*\*\//s)?.[1] ?? '',
        text: `declare namespace ${ours} { ${all.map(({ name }) => name).join('; ')} }`.replace(
          /\{ (.*) \}$/,
          (_, names: string) => `{ export { ${names.replaceAll('; ', ', ')} }; }`,
        ),
      });
  }
  return [...found.values()].toSorted((a, b) => (a.name < b.name ? -1 : 1));
}
