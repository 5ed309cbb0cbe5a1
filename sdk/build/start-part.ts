/**
 * The second form of an entry: a function instead of a module, so that a server can combine the entries of many plugins
 * in one file, in which each still runs and fails by itself.
 */
import { Script } from 'node:vm';
import { parse, type Import } from 'es-module-lexer';
import type { Plugin, Rolldown } from 'vite';
import { namedTexts } from './first-texts.ts';

/** The content of a build's `start.part`. */
export interface StartPart {
  /** Shared modules that it imports. */
  uses: string[];
  /**
   * Body of a function of `(shared, at)`: the modules of `uses`, and the address of the build's folder. Returns the
   * exports.
   */
  code: string;
  /** Texts that the entry names, by language. */
  texts?: Record<string, unknown>;
}
export const startPartFile = 'start.part';

export interface Edit {
  start: number;
  end: number;
  text: string;
}
export const edited = (code: string, edits: readonly Edit[]): string =>
  [...edits]
    .sort((a, b) => b.start - a.start)
    .reduce((text, { start, end, text: by }) => text.slice(0, start) + by + text.slice(end), code);

const clause = /^import\s*(?:([\w$]+)\s*,?\s*)?(?:\{([^}]*)\}|\*\s*as\s+([\w$]+))?\s*(?:from)?\s*["'`]/;
const asPattern = (names: string): string => names.replaceAll(/([\w$]+)\s+as\s+/g, '$1:');

/** Converts `import{useState as e}from"react"` to `var{useState:e}=…`; undefined for an import without such a form. */
export function asVariables(statement: string, from: string): string | undefined {
  const [all, name, names, whole] = clause.exec(statement) ?? [];
  if (all === undefined) return undefined;
  const declarations = [
    name && `{default:${name}}=${from}`,
    names && `{${asPattern(names)}}=${from}`,
    whole && `${whole}=${from}`,
  ];
  const variables = declarations.filter(Boolean).join(',');
  return variables && `var ${variables};`;
}

/** Returns the edit for one import of the entry; undefined if a function cannot do the same. */
function importEdit(code: string, found: Import, uses: string[], own: string): Edit | undefined {
  if (found.type === 'import-meta') {
    const end = found.end + '.url'.length;
    return code.slice(found.end, end) === '.url' ? { start: found.start, end, text: 'balcao$at' } : undefined;
  }
  if (found.type === 'dynamic') {
    const file = found.specifier;
    if (file === undefined || found.glob || !file.startsWith('./')) return undefined;
    if (file === `./${own}`)
      return { start: found.importStart, end: found.importEnd, text: 'Promise.resolve(balcao$own)' };
    return { start: found.start, end: found.end, text: `balcao$at+${JSON.stringify(file.slice(2))}` };
  }
  if (found.type !== 'static' || found.specifier.startsWith('.')) return undefined;
  if (!uses.includes(found.specifier)) uses.push(found.specifier);
  const text = asVariables(code.slice(found.importStart, found.importEnd), `balcao$[${uses.indexOf(found.specifier)}]`);
  return text === undefined ? undefined : { start: found.importStart, end: found.importEnd, text };
}

/** Returns the function that does the same as the module; undefined if there is none. */
export function startPart(code: string, own: string): StartPart | undefined {
  const [imports, exports] = parse(code);
  const start = code.lastIndexOf('export{');
  if (start < 0 || !/^export\{[^}]*\};?\s*$/.test(code.slice(start))) return undefined;
  const names: string[] = [];
  for (const found of exports) {
    if (found.type !== 'direct' || found.exportStart !== start || found.localName === undefined) return undefined;
    names.push(`${JSON.stringify(found.name)}:${found.localName}`);
  }
  const uses: string[] = [];
  const edits = imports.map((found) => importEdit(code, found, uses, own));
  if (edits.some((edit) => edit === undefined)) return undefined;
  const end: Edit = { start, end: code.length, text: `var balcao$own={${names.join(',')}};return balcao$own` };
  const body = edited(code, [...(edits as Edit[]), end]);
  try {
    new Script(`"use strict";(balcao$,balcao$at)=>{${body}\n}`);
  } catch {
    return undefined;
  }
  return { uses, code: body };
}

/** Makes a later file import from the running entry, whichever form of it that is; undefined if that is impossible. */
export function importingFromStart(code: string, own: string): string | undefined {
  const edits: Edit[] = [];
  for (const found of parse(code)[0]) {
    if (found.type === 'import-meta' || found.specifier !== `./${own}`) continue;
    const statement = code.slice(found.importStart, found.importEnd);
    const text =
      found.type === 'dynamic'
        ? 'Promise.resolve(balcao$start(import.meta.url))'
        : asVariables(statement, 'balcao$start(import.meta.url)');
    if (text === undefined || !statement.startsWith('import')) return undefined;
    edits.push({ start: found.importStart, end: found.importEnd, text });
  }
  if (edits.length === 0) return code;
  return `import{__startExports as balcao$start}from"@balcao/sdk/client";${edited(code, edits)}`;
}

interface Node {
  type: string;
  [key: string]: unknown;
}
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value;

/** Yields the names that a pattern assigns to. */
function* targets(node: unknown): Generator<string> {
  if (!isNode(node)) return;
  if (node.type === 'Identifier') yield node['name'] as string;
  else if (node.type === 'Property') yield* targets(node['value']);
  else if (node.type === 'AssignmentPattern') yield* targets(node['left']);
  else for (const part of [node['elements'], node['properties'], node['argument']].flat()) yield* targets(part);
}

function* assigned(node: unknown): Generator<string> {
  if (Array.isArray(node)) for (const one of node) yield* assigned(one);
  if (!isNode(node)) return;
  if (node.type === 'UpdateExpression') yield* targets(node['argument']);
  if (node.type === 'AssignmentExpression' || /^For(In|Of)Statement$/.test(node.type)) {
    if (!/^(Member|Variable)/.test((node['left'] as Node).type)) yield* targets(node['left']);
  }
  for (const value of Object.values(node)) if (typeof value === 'object') yield* assigned(value);
}

/**
 * Returns true if a module changes one of its exports later: importers would see the change, readers of a copy would
 * not.
 */
export function changesExports(code: string, ast: unknown): boolean {
  const names = new Set(parse(code)[1].map((found) => (found.type === 'direct' ? found.localName : undefined)));
  for (const name of assigned(ast)) if (names.has(name)) return true;
  return false;
}

/**
 * Writes the second form of an entry beside it, and makes later files import from the running entry. An entry without a
 * second form stays as it is and is loaded by itself.
 */
export const startParts = (folder: string): Plugin => {
  let isFixed = true;
  return {
    name: 'balcao-start-part',
    // Before names are shortened, because a short name could be mistaken for another one.
    renderChunk(code, chunk) {
      if (chunk.isEntry) isFixed = !changesExports(code, this.parse(code));
      return null;
    },
    // After the bundler's own step, which inserts the styles of each import.
    generateBundle: {
      order: 'post',
      async handler(_options, bundle) {
        const chunks = Object.values(bundle).filter((file): file is Rolldown.OutputChunk => file.type === 'chunk');
        const entry = chunks.find(({ isEntry }) => isEntry);
        const part = entry && isFixed ? startPart(entry.code, entry.fileName) : undefined;
        if (!entry || !part) return;
        const later = chunks.filter((chunk) => chunk !== entry);
        const codes = later.map(({ code }) => importingFromStart(code, entry.fileName));
        if (codes.includes(undefined)) return;
        for (const [index, chunk] of later.entries()) chunk.code = codes[index] ?? chunk.code;
        const texts = await namedTexts(folder, entry.code);
        this.emitFile({
          type: 'asset',
          fileName: startPartFile,
          source: JSON.stringify({ ...part, ...(texts && { texts }) }),
        });
      },
    },
  };
};
