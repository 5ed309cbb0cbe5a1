import { readFile, readdir } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { Visitor, parseSync } from 'vite';
import type { CheckCode } from './check-code.ts';
import type { Finding } from './problem.ts';
import { namelessProgress } from './progress-check.ts';
import type { SourceFolder } from './source-folder.ts';

/** References of a source file to things outside it. Names that are composed at run time are not detected. */
export interface References {
  /** Modules that it imports or exports from, type imports included. */
  imports: string[];
  /** Keys of the plugin's own texts. */
  texts: string[];
  /** Error codes: `ERR_NO_NOTE_FOUND`. */
  codes: string[];
  /** Components that a contract declares: `component<Props>('bookings.calendar', 2)`. */
  components: { name: string; id: string; version: number }[];
  /** Names of the components that the browser part exposes: `host.expose(calendar, …)`. */
  exposed: string[];
}

const errorCode = /^ERR_[A-Z0-9_]+$/;
/** `page.title`; a key with a colon belongs to another plugin. */
const textKey = /^\w+(\.[\w-]+)*$/;

const literal = (node: unknown): string | undefined => {
  const { type, value } = (node ?? {}) as { type?: string; value?: unknown };
  return type === 'Literal' && typeof value === 'string' ? value : undefined;
};

/** Parses one file of plugin `id`. Returns undefined if it cannot be parsed: the type check reports that. */
export function referencesIn(file: string, text: string, id: string): References | undefined {
  const { program, errors } = parseSync(file, text);
  if (errors.length > 0) return undefined;
  const named: References = { imports: [], texts: [], codes: [], components: [], exposed: [] };
  /** Local names of imports, and their sources. */
  const imported = new Map<string, string>();
  /** Variables that hold `useT()`, and whether their texts are the plugin's own, wherever they are declared. */
  const translators = new Map<string, boolean>();
  const textCalls: { by: string; key: string }[] = [];
  const noteImport = (source: unknown): void => {
    const name = literal(source);
    if (name !== undefined) named.imports.push(name);
  };
  new Visitor({
    ImportDeclaration: ({ source, specifiers }) => {
      noteImport(source);
      for (const one of specifiers)
        if (one.type === 'ImportSpecifier' && one.imported.type === 'Identifier')
          imported.set(one.local.name, one.imported.name);
    },
    ExportNamedDeclaration: ({ source }) => noteImport(source),
    ExportAllDeclaration: ({ source }) => noteImport(source),
    ImportExpression: ({ source }) => noteImport(source),
    TSImportType: ({ source }) => noteImport(source),
    VariableDeclarator: ({ id: variable, init }) => {
      if (variable.type !== 'Identifier' || init?.type !== 'CallExpression') return;
      if (init.callee.type !== 'Identifier') return;
      const [component, version] = init.arguments.map((each) => (each.type === 'Literal' ? each.value : undefined));
      if (imported.get(init.callee.name) === 'component' && typeof component === 'string')
        named.components.push({ name: variable.name, id: component, version: Number(version ?? 1) });
      if (init.callee.name !== 'useT') return;
      const [namespace] = init.arguments;
      const isOwn = namespace === undefined || literal(namespace) === id;
      translators.set(variable.name, isOwn && (translators.get(variable.name) ?? true));
    },
    CallExpression: ({ callee, arguments: [first, second] }) => {
      if (
        callee.type === 'MemberExpression' &&
        callee.property.type === 'Identifier' &&
        callee.property.name === 'expose' &&
        first?.type === 'Identifier'
      )
        named.exposed.push(imported.get(first.name) ?? first.name);
      const key = literal(first);
      if (key === undefined) return;
      if (callee.type === 'Identifier' && callee.name === 'translate') {
        const of = literal(second);
        if (key === id && of !== undefined && textKey.test(of)) named.texts.push(of);
      } else if (!textKey.test(key)) return;
      else if (callee.type === 'Identifier') textCalls.push({ by: callee.name, key });
      // `scope.t('mail.subject')`.
      else if (
        callee.type === 'MemberExpression' &&
        callee.property.type === 'Identifier' &&
        callee.property.name === 't'
      )
        named.texts.push(key);
    },
    Literal: (node) => {
      const value = literal(node);
      if (value !== undefined && errorCode.test(value)) named.codes.push(value);
    },
  }).visit(program);
  for (const { by, key } of textCalls) if (translators.get(by)) named.texts.push(key);
  return named;
}

const plural = /_(zero|one|two|few|many|other)$/;

function keysOf(value: unknown, path = ''): string[] {
  if (typeof value !== 'object' || value === null) return [path.replace(plural, '')];
  return Object.entries(value).flatMap(([key, inner]) => keysOf(inner, path === '' ? key : `${path}.${key}`));
}

async function readTexts(file: string): Promise<Set<string>> {
  const text = await readFile(file, 'utf8').catch(() => '{}');
  try {
    return new Set(keysOf(JSON.parse(text)));
  } catch {
    // Invalid JSON is a finding of its own.
    return new Set();
  }
}

/** Compares the exposed components in manifest, contract and browser part, which must be the same. */
function exposureFindings(
  { manifest }: SourceFolder,
  components: References['components'],
  exposed: string[],
): Finding[] {
  const listed = manifest.exposes ?? {};
  const undeclared = components
    .filter(({ id, version }) => listed[id] !== version)
    .map(({ id, version }): Finding & { code: CheckCode } => ({
      code: 'COMPONENT_UNDECLARED',
      where: 'contract.ts',
      message: `it declares the component "${id}" version ${version}, which the manifest does not expose`,
      fix: `Add "${id}": ${version} to exposes in manifest.ts.`,
    }));
  const missing = Object.keys(listed)
    .filter((id) => !components.some((one) => one.id === id && exposed.includes(one.name)))
    .map((id): Finding & { code: CheckCode } => ({
      code: 'COMPONENT_MISSING',
      where: 'client/',
      message: `the manifest exposes "${id}", and the browser part does not`,
      fix: `Declare "${id}" in contract.ts with component(…), and give it to host.expose in client/index.tsx.`,
    }));
  return [...undeclared, ...missing];
}

const contract = /^@balcao\/(?!sdk\/)([a-z][a-z0-9-]*)\/contract$/;

/** Returns the code files of a plugin, without its tests, by their path in the folder. */
export async function sourceFiles(root: string): Promise<string[]> {
  const folders = await Promise.all(
    ['server', 'client', 'migrations'].map((folder) =>
      readdir(join(root, folder), { recursive: true, withFileTypes: true }).catch(() => []),
    ),
  );
  const inside = folders
    .flat()
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).replaceAll(sep, '/'));
  return [...inside, 'contract.ts', 'manifest.ts']
    .filter((file) => /\.tsx?$/.test(file) && !/(^|\/)test\/|\.(test|e2e)\.tsx?$/.test(file))
    .toSorted();
}

/**
 * Returns faults of a plugin's source that no bundle shows: contracts of plugins that its manifest does not name,
 * missing texts and error codes, progress indicators without an accessible name. `platform`: the platform's own texts,
 * as JSON.
 */
export async function sourceFindings(source: SourceFolder, platform: string): Promise<Finding[]> {
  const { root, manifest } = source;
  const findings: Finding[] = [];
  const [own, shared] = await Promise.all([readTexts(join(root, 'locales', 'pt.json')), readTexts(platform)]);
  const declared = new Set([manifest.id, ...Object.keys({ ...manifest.requires, ...manifest.optional })]);
  const reportedNames = new Set<string>();
  /** Reports each name once: a text used in twenty places has to be written once. */
  const refuse = (name: string, finding: Finding & { code: CheckCode }): void => {
    if (reportedNames.has(name)) return;
    reportedNames.add(name);
    findings.push(finding);
  };
  const components: References['components'] = [];
  const exposed: string[] = [];
  for (const where of await sourceFiles(root)) {
    const text = await readFile(join(root, where), 'utf8').catch(() => undefined);
    const named = text === undefined ? undefined : referencesIn(where, text, manifest.id);
    if (!named) continue;
    if (where === 'contract.ts') components.push(...named.components);
    if (where.startsWith('client/')) exposed.push(...named.exposed);
    for (const { name, line } of namelessProgress(where, text ?? ''))
      refuse(`${where} ${line}`, {
        code: 'PROGRESS_UNNAMED',
        where: `${where}:${line}`,
        message: `its ${name} says nothing to people who listen to the screen`,
        fix: `Import ${name} from @balcao/sdk/ui, or say what is under way by aria-label; aria-hidden where words beside it do.`,
      });
    for (const name of named.imports) {
      const other = contract.exec(name)?.[1];
      if (other === undefined || declared.has(other)) continue;
      refuse(`${where} ${other}`, {
        code: 'CONTRACT_UNDECLARED',
        where,
        message: `it imports the contract of ${other}, which the manifest does not name`,
        fix: `Add ${other} to requires in manifest.ts, or to optional when the plugin does without it too.`,
      });
    }
    for (const key of named.texts) {
      if (own.has(key)) continue;
      refuse(key, {
        code: 'LOCALE_MISSING',
        where,
        message: `it shows the text "${key}", which is not in locales/pt.json`,
        fix: `Add "${key}" to the three files in locales/, or correct the key.`,
      });
    }
    for (const code of named.codes) {
      if (own.has(`errors.${code}`) || shared.has(`errors.${code}`)) continue;
      refuse(code, {
        code: 'LOCALE_MISSING',
        where,
        message: `people can meet ${code}, which has no text`,
        fix: `Add errors.${code} to the three files in locales/.`,
      });
    }
  }
  return [...findings, ...exposureFindings(source, components, exposed)];
}
