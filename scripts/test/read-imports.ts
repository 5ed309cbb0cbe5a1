import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Visitor, parseSync } from 'vite';
import { sourceFiles } from './source-files.ts';

/** One module that a file names. */
export interface Import {
  specifier: string;
  /** Type-only imports are erased before anything runs. */
  typeOnly: boolean;
  /** Imported when the code runs, with `import(…)`. */
  isDynamic: boolean;
}

/** Returns every module that a file names: static, dynamic with a literal, re-exported, and `import('…')` in types. */
function importsOf(file: string, text: string): Import[] {
  const { program, errors } = parseSync(file, text);
  if (errors.length > 0) return [];
  const found: Import[] = [];
  const literal = (node: { type: string; value?: unknown } | null | undefined): string | undefined =>
    node?.type === 'Literal' && typeof node.value === 'string' ? node.value : undefined;
  const add = (source: { type: string; value?: unknown } | null | undefined, typeOnly: boolean, isDynamic = false) => {
    const specifier = literal(source);
    if (specifier) found.push({ specifier, typeOnly, isDynamic });
  };
  new Visitor({
    ImportDeclaration: (node) => {
      const named = node.specifiers.filter((specifier) => specifier.type === 'ImportSpecifier');
      const allTypes =
        named.length > 0 && named.length === node.specifiers.length && named.every((one) => one.importKind === 'type');
      add(node.source, node.importKind === 'type' || allTypes);
    },
    ExportNamedDeclaration: (node) => add(node.source, node.exportKind === 'type'),
    ExportAllDeclaration: (node) => add(node.source, node.exportKind === 'type'),
    ImportExpression: (node) => add(node.source, false, true),
    TSImportType: (node) => add(node.source, true),
  }).visit(program);
  return found;
}

/** The imports of every source file, by its path from the root. */
export type ImportsByFile = ReadonlyMap<string, readonly Import[]>;

const folders = ['embedded-postgres', 'kernel', 'sdk', 'web-host', 'plugins', 'scripts'];

/** Reads the imports of all source files of the repository at `root`. */
export const readImports = (root: string): ImportsByFile =>
  new Map(
    sourceFiles(root, folders, ['.ts', '.tsx']).map((file) => [
      file,
      importsOf(file, readFileSync(path.join(root, file), 'utf8')),
    ]),
  );
