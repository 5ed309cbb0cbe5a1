/**
 * Rewrites imports from a barrel into imports from the files behind it. A barrel shared by bundles would be one module
 * with one list of imports, so each chunk would load what any chunk renders.
 */
import { readFileSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { init, parse } from 'es-module-lexer';
import type { Plugin } from 'vite';
import { chatBarrel, chatPartOf } from './chat-parts.ts';
import { firstFluent, firstFluentNames, iconMaker } from './first-fluent.ts';
import { uiBarrel, uiPartOf } from './ui-parts.ts';

const fluentBarrel = '@fluentui/react-components';
const icons = '@fluentui/react-icons';
const require = createRequire(import.meta.url);

interface ExportSource {
  id: string;
  /** The exported name in that module. */
  name: string;
}
type Lookup = (name: string) => ExportSource | undefined;

interface Specifier {
  name: string;
  as: string;
}
const comments = /\/\*[\s\S]*?\*\/|\/\/[^\n]*/g;
const specifiers = (inside: string): Specifier[] =>
  inside
    .replaceAll(comments, '')
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)
    .map((part) => {
      const [name = '', as = name] = part.split(/\s+as\s+/);
      return { name, as };
    });

/** Reads from an index file's re-exports where its names come from. */
function namesOf(code: string, place: (specifier: string) => string): Map<string, ExportSource> {
  const names = new Map<string, ExportSource>();
  for (const found of parse(code)[0]) {
    if (found.type !== 'static' || ('typeOnly' in found && found.typeOnly)) continue;
    const inside = code.slice(found.importStart, found.importEnd).match(/^export\s*\{([\s\S]*)\}\s*from/)?.[1];
    if (inside === undefined) continue;
    for (const { name, as } of specifiers(inside)) names.set(as, { id: place(found.specifier), name });
  }
  return names;
}

function fluentNames(): Lookup {
  const folder = dirname(require.resolve(`${fluentBarrel}/package.json`));
  const names = namesOf(readFileSync(join(folder, 'lib', 'index.js'), 'utf8'), (id) => id);
  return (name) => (firstFluentNames.includes(name) ? { id: firstFluent, name } : names.get(name));
}

/** Looks up names of a barrel of the SDK, whose files are in several shared ones. */
function partNames(barrel: string, partOf: (file: string) => string): Lookup {
  const names = namesOf(readFileSync(require.resolve(barrel), 'utf8'), partOf);
  return (name) => {
    const place = names.get(name);
    return place && { id: place.id, name };
  };
}

const pascal = (file: string): string => file.replaceAll(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase());

/** Looks up icons, one file each: the package's own chunks contain hundreds of others. */
function iconFiles(): Lookup {
  const folder = join(dirname(require.resolve(`${icons}/package.json`)), 'lib', 'atoms', 'svg');
  const files = new Map(
    readdirSync(folder)
      .filter((name) => name.endsWith('.js'))
      .map((name) => [pascal(name.slice(0, -3)), name.slice(0, -3)]),
  );
  return (name) => {
    const [, stem, size = '', style = ''] = name.match(/^(.*?)(\d*)(Regular|Filled|Light|Color)$/) ?? [];
    if (stem === undefined) return undefined;
    // `NumberCircle120Regular` is size 20 of `NumberCircle1`: try every way to split the digits.
    for (let split = 0; split <= size.length; split += 1) {
      const file = files.get(stem + size.slice(0, split));
      const text = file && readFileSync(join(folder, `${file}.js`), 'utf8');
      if (text?.includes(`export const ${stem}${size}${style} `)) return { id: `${icons}/svg/${file}`, name };
    }
    return undefined;
  };
}

/** Rewrites one import statement; undefined if a name is unknown. */
function rewritten(statement: string, find: Lookup): string | undefined {
  const [, kind, inside = ''] = statement.match(/^(import|export)\s*\{([\s\S]*)\}\s*from/) ?? [];
  if (!kind) return undefined;
  const places = new Map<string, string[]>();
  for (const { name, as } of specifiers(inside)) {
    const place = find(name);
    if (!place) return undefined;
    places.set(place.id, [...(places.get(place.id) ?? []), place.name === as ? as : `${place.name} as ${as}`]);
  }
  return [...places].map(([id, names]) => `${kind} { ${names.join(', ')} } from ${JSON.stringify(id)}`).join(';');
}

/** `icons: false` leaves icons to a development server, which pre-bundles the package as one. */
export function directImports({ icons: alsoIcons = true } = {}): Plugin {
  const barrels = new Map<string, Lookup>();
  return {
    name: 'balcao-direct-imports',
    enforce: 'post',
    async buildStart() {
      await init;
      barrels
        .set(fluentBarrel, fluentNames())
        .set(uiBarrel, partNames(uiBarrel, uiPartOf))
        .set(chatBarrel, partNames(chatBarrel, chatPartOf));
      if (alsoIcons) barrels.set(icons, iconFiles());
    },
    // An icon is a path and a call; the called function is part of the page.
    resolveId: {
      order: 'pre',
      handler: (id, importer) =>
        alsoIcons && id.endsWith(`/utils/${iconMaker}.js`) && importer?.includes(`${icons}/lib/atoms/`)
          ? { id: firstFluent, external: true }
          : null,
    },
    transform(code, id) {
      if (!/\.[cm]?[jt]sx?(\?|$)/.test(id) || ![...barrels.keys()].some((barrel) => code.includes(barrel))) return null;
      let result = code;
      for (const found of [...parse(code)[0]].reverse()) {
        const find = found.type === 'static' ? barrels.get(found.specifier) : undefined;
        const statement = find && rewritten(code.slice(found.importStart, found.importEnd), find);
        if (statement !== undefined)
          result = result.slice(0, found.importStart) + statement + result.slice(found.importEnd);
      }
      return result === code ? null : { code: result, map: null };
    },
  };
}
