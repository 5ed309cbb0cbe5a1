import { manifestSchema } from '@balcao/sdk/manifest-schema';
import { Visitor } from 'vite';
import { notice, table } from '../markdown.ts';
import { sourceFile } from '../source.ts';

interface Schema {
  type?: string | readonly string[];
  enum?: readonly (string | boolean)[];
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  minItems?: number;
  items?: Schema;
  properties?: Readonly<Record<string, Schema>>;
  propertyNames?: { pattern: string };
  additionalProperties?: boolean | Schema;
  required?: readonly string[];
}

/** Returns the docstrings of an interface's members, nested ones by `outer.inner`. */
function docsOf(file: string, name: string): Map<string, string> {
  const source = sourceFile(file);
  const found = new Map<string, string>();
  const docs = [...source.text.matchAll(/\/\*\*\s*([^]*?)\s*\*\/\s*/g)].map((match) => ({
    end: match.index + match[0].length,
    text: (match[1] ?? '').replaceAll(/\s*\n\s*\*\s*/g, ' '),
  }));
  new Visitor({
    TSInterfaceDeclaration: (node) => {
      if (node.id.name !== name) return;
      const members = (body: typeof node.body.body, prefix: string): void => {
        for (const member of body) {
          if (member.type !== 'TSPropertySignature' || member.key.type !== 'Identifier') continue;
          const path = `${prefix}${member.key.name}`;
          const doc = docs.find(({ end }) => end === member.start);
          if (doc) found.set(path, doc.text);
          const type = member.typeAnnotation?.typeAnnotation;
          if (type?.type === 'TSTypeLiteral') members(type.members, `${path}.`);
        }
      };
      members(node.body.body, '');
    },
  }).visit(source.program);
  return found;
}

const shape = (schema: Schema): string => {
  const { type, enum: values, pattern, maxLength, minimum, items, propertyNames, additionalProperties } = schema;
  if (values) return values.map((value) => `\`${JSON.stringify(value)}\``).join(' or ');
  if (items) return `list of ${shape(items)}`;
  const inner = typeof additionalProperties === 'object' ? additionalProperties : undefined;
  if (inner && propertyNames)
    return `name (\`${propertyNames.pattern}\`) → ${inner.properties ? 'object, see below' : shape(inner)}`;
  return [
    Array.isArray(type) ? type.join(' or ') : (type ?? 'anything'),
    pattern === undefined ? '' : `\`${pattern}\``,
    maxLength === undefined ? '' : `≤ ${maxLength} characters`,
    minimum === undefined ? '' : `≥ ${minimum}`,
  ]
    .filter((part) => part !== '')
    .join(', ');
};

const rowsOf = (schema: Schema, docs: ReadonlyMap<string, string>, prefix = ''): string[][] =>
  Object.entries(schema.properties ?? {}).flatMap(([name, one]) => [
    [
      `\`${prefix}${name}\``,
      (schema.required ?? []).includes(name) ? 'yes' : '',
      one.properties ? 'object' : shape(one),
      docs.get(`${prefix}${name}`) ?? '',
    ],
    ...(one.properties ? rowsOf(one, docs, `${prefix}${name}.`) : []),
  ]);

const head = ['field', 'required', 'shape', 'meaning'];

/** Refuses undocumented fields of the manifest: this table is the first place where people look. */
function complete(rows: string[][]): string[][] {
  const bare = rows.filter(([name, , , meaning]) => meaning === '' && !name?.includes('$schema'));
  if (bare.length > 0)
    throw new Error(`sdk/shared/manifest.ts: no docstring on ${bare.map(([name]) => name).join(', ')}`);
  return rows;
}

export function manifestPage(file: string): string {
  const schema: Schema = manifestSchema;
  const nested = (name: string): Schema => {
    const inner = schema.properties?.[name]?.additionalProperties;
    return typeof inner === 'object' ? inner : {};
  };
  return [
    notice,
    '# Manifest',
    '`manifest.ts` is `export default { … } as const satisfies PluginManifest`; `balcao build` writes it as `plugin.json`. It is data: the kernel checks it before it imports any of your code. Unknown fields are refused. In a locale key, `manifest.title` stands for the text at `manifest.title` of `locales/pt.json`, `en.json` and `es.json`.',
    table(
      head,
      complete(
        rowsOf(
          schema,
          new Map([
            ...docsOf(file, 'PluginManifest'),
            ['$schema', 'Address of this schema, for editors of `plugin.json`.'],
          ]),
        ),
      ),
    ),
    '## One permission',
    table(head, complete(rowsOf(nested('permissions'), docsOf(file, 'PermissionDeclaration')))),
    '## One setting',
    table(head, complete(rowsOf(nested('settings'), docsOf(file, 'SettingSchema')))),
  ].join('\n\n');
}
