/**
 * Converts an entry made by any tool into the body of an async function, so that a server can combine the entries of
 * many plugins in one file, in which each runs, waits and fails by itself. A module that a function cannot replace
 * stays a module.
 */
import { init, parse, type DirectExport, type Import } from 'es-module-lexer';
import { asVariables, edited, type Edit } from './start-part.ts';

export interface EntryFunction {
  /** Shared modules that it imports. */
  uses: string[];
  /**
   * Body of an async function of `(balcao$, balcao$at)`: the modules of `uses`, and the address of the build's folder.
   * Returns the entry's exports.
   */
  code: string;
  /** Texts that the build put into the entry, by language. */
  texts?: Readonly<Record<string, unknown>>;
}

type FunctionMaker = new (...parts: string[]) => unknown;
const makerOf = (sample: () => unknown): FunctionMaker => sample.constructor as FunctionMaker;
const plain = makerOf(() => undefined);
const waiting = makerOf(async () => undefined);

/**
 * Parses code as a function body of its own, so that an unbalanced brace cannot affect the code around it. Nothing of
 * it runs.
 */
export function isBody(code: string, isAsync: boolean): boolean {
  try {
    void new (isAsync ? waiting : plain)('balcao$', 'balcao$at', `"use strict";${code}\n`);
    return true;
  } catch {
    return false;
  }
}

/** The text that `balcao build` appends to an entry. */
const textsStart = 'export const firstTexts=';

function withoutTexts(code: string): Pick<EntryFunction, 'code' | 'texts'> {
  const start = code.lastIndexOf(textsStart);
  const json = start < 0 ? '' : code.slice(start + textsStart.length).replace(/;\s*$/, '');
  try {
    return { code: code.slice(0, start), texts: JSON.parse(json) as EntryFunction['texts'] & object };
  } catch {
    return { code };
  }
}

/**
 * Returns the edit for one import; undefined if a function cannot do the same. The bindings of static imports are added
 * to `first`, because a module's imports exist before its first line.
 */
function importEdit(code: string, found: Import, own: string, uses: string[], first: string[]): Edit | undefined {
  if (found.type === 'import-meta') {
    const end = found.end + '.url'.length;
    const isUrl = code.slice(found.end, end) === '.url' && !/^[\w$]/.test(code.slice(end));
    return isUrl ? { start: found.start, end, text: `(balcao$at+${JSON.stringify(own)})` } : undefined;
  }
  if (found.phase !== null) return undefined;
  if (found.type === 'dynamic') {
    const { specifier: file, glob, start, end } = found;
    if (file === undefined || glob || file === `./${own}`) return undefined;
    // A bare name resolves the same from any file.
    if (!/^[./]/.test(file)) return { start, end: start, text: '' };
    return file.startsWith('./') ? { start, end, text: `balcao$at+${JSON.stringify(file.slice(2))}` } : undefined;
  }
  if (found.type !== 'static' || found.attributesStart >= 0 || /^[./]/.test(found.specifier)) return undefined;
  if (!uses.includes(found.specifier)) uses.push(found.specifier);
  const from = `balcao$[${uses.indexOf(found.specifier)}]`;
  const variables = asVariables(code.slice(found.importStart, found.importEnd), from);
  if (variables === undefined) return undefined;
  first.push(variables);
  return { start: found.importStart, end: found.importEnd, text: '' };
}

const defaultName = 'balcao$default';

/** Returns the edit that removes `export` from a statement. */
function exportEdit(code: string, { exportStart: start, localName }: DirectExport): Edit | undefined {
  const statement = code.slice(start);
  const cut = (pattern: RegExp, text = ''): Edit | undefined => {
    const [matched] = pattern.exec(statement) ?? [];
    return matched === undefined ? undefined : { start, end: start + matched.length, text };
  };
  const list = cut(/^export\s*\{[\w$\s,"']*\}/, ';');
  if (list) return list;
  const [, declared] = /^export\s+default\s+((?:async\s+)?function\b\s*\*?|class\b)/.exec(statement) ?? [];
  if (declared !== undefined)
    return localName === undefined
      ? cut(/^export\s+default\s+(?:(?:async\s+)?function\b\s*\*?|class\b)/, `${declared} ${defaultName} `)
      : cut(/^export\s+default\s+/);
  return (
    cut(/^export\s+default\b/, `var ${defaultName}=`) ??
    cut(/^export\s+(?=(?:(?:async\s+)?function|class)\b|(?:const|let|var)\s+[\w$]+\s*[=;,])/)
  );
}

function exportEdits(code: string, exports: readonly DirectExport[]): { edits: Edit[]; last: string } | undefined {
  const edits = new Map<number, Edit>();
  const names: string[] = [];
  for (const found of exports) {
    const edit = edits.get(found.exportStart) ?? exportEdit(code, found);
    if (!edit) return undefined;
    edits.set(found.exportStart, edit);
    const isNamed = !edit.text.includes(defaultName) && found.localName !== undefined;
    names.push(`${JSON.stringify(found.name)}:${isNamed ? found.localName : defaultName}`);
  }
  return { edits: [...edits.values()], last: `\n;return{${names.join(',')}}` };
}

/**
 * Returns the function that does the same as the module; undefined if there is none, or that is uncertain. `own` is the
 * module's file name.
 */
export async function entryFunction(module: string, own: string): Promise<EntryFunction | undefined> {
  await init;
  const { code, texts } = withoutTexts(module);
  let parsed: ReturnType<typeof parse>;
  try {
    parsed = parse(code);
  } catch {
    return undefined;
  }
  const [imports, exports] = parsed;
  const uses: string[] = [];
  const first: string[] = [];
  const edits = imports.map((found) => importEdit(code, found, own, uses, first));
  if (edits.includes(undefined) || exports.some(({ type }) => type !== 'direct')) return undefined;
  const given = exportEdits(code, exports as readonly DirectExport[]);
  if (!given) return undefined;
  const body = `${first.join('')}${edited(code, [...(edits as Edit[]), ...given.edits])}${given.last}`;
  return isBody(body, true) ? { uses, code: body, ...(texts && { texts }) } : undefined;
}

/** Returns true if a file of a build imports the entry, which would then run twice if it also runs as a function. */
export const importsEntry = (code: string, own: string): boolean => {
  try {
    return parse(code)[0].some(
      (found) =>
        'specifier' in found &&
        typeof found.specifier === 'string' &&
        new RegExp(`^\\.{1,2}/(?:.*/)?${own.replaceAll('.', '\\.')}(?:[?#]|$)`).test(found.specifier),
    );
  } catch {
    return true;
  }
};
