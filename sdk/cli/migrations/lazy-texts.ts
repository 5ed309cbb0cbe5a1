import { Visitor, parseSync } from 'vite';
import { edited, type Edit, type SourceMigration } from './migration.ts';

interface Imported {
  source: string;
  /** Start of the statement, which extends to its line end. */
  start: number;
  end: number;
}

const languages = ['pt', 'en', 'es'];
const isLocale = (source: string): boolean => /\/locales\/(pt|en|es)\.json$/.test(source);

function note(places: Map<string, Set<number>>, name: string, start: number): Set<number> {
  const known = places.get(name) ?? new Set<number>();
  places.set(name, known);
  return known.add(start);
}

/** Returns the entry with its texts as loaders, or undefined if there is nothing to change. */
export function lazyTexts(file: string, text: string): string | undefined {
  const { program, errors } = parseSync(file, text);
  if (errors.length > 0) return undefined;
  const imported = new Map<string, Imported>();
  const edits: Edit[] = [];
  /** The positions of each name, and those that become loaders. */
  const named = new Map<string, Set<number>>();
  const loaders = new Map<string, Set<number>>();
  for (const node of program.body) {
    if (node.type !== 'ImportDeclaration' || !isLocale(node.source.value)) continue;
    const [only] = node.specifiers;
    if (node.specifiers.length !== 1 || only?.type !== 'ImportDefaultSpecifier') continue;
    const end = text[node.end] === '\n' ? node.end + 1 : node.end;
    imported.set(only.local.name, { source: node.source.value, start: node.start, end });
  }
  if (imported.size === 0) return undefined;
  new Visitor({
    Identifier: ({ name, start }) => {
      const found = imported.get(name);
      if (found && (start < found.start || start >= found.end)) note(named, name, start);
    },
    CallExpression: (node) => {
      const { callee } = node;
      const [argument] = node.arguments;
      const isLocales =
        callee.type === 'MemberExpression' &&
        callee.property.type === 'Identifier' &&
        callee.property.name === 'locales';
      if (!isLocales || argument?.type !== 'ObjectExpression') return;
      for (const property of argument.properties) {
        if (property.type !== 'Property' || property.key.type !== 'Identifier' || property.value.type !== 'Identifier')
          continue;
        const found = imported.get(property.value.name);
        if (!found || !languages.includes(property.key.name)) continue;
        const load = `() => import('${found.source}')`;
        edits.push({ start: property.start, end: property.end, text: `${property.key.name}: ${load}` });
        // `{ pt }` is one word and two identifiers.
        note(loaders, property.value.name, property.key.start).add(property.value.start);
      }
    },
  }).visit(program);
  for (const [name, { start, end }] of imported) {
    const places = loaders.get(name);
    const isUsedElsewhere = [...(named.get(name) ?? [])].some((place) => !places?.has(place));
    if (places && !isUsedElsewhere) edits.push({ start, end, text: '' });
  }
  return edits.length === 0 ? undefined : edited(text, edits);
}

export const lazyTextsMigration: SourceMigration = {
  to: '0.1.0',
  name: 'lazy-texts',
  why: 'Texts become loaders, so that the browser entry stays small and people fetch only the language they read.',
  async run(files) {
    const changed = new Map<string, string>();
    for (const path of files.list(/^client\/index\.tsx?$/)) {
      const next = lazyTexts(path, await files.read(path));
      if (next !== undefined) changed.set(path, next);
    }
    return changed;
  },
};
