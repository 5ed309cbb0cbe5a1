/** Reads TypeScript as text: the declarations of a file, with the comment above each. */
import { readFileSync } from 'node:fs';
import { parseSync, type ESTree } from 'vite';

export interface Declaration {
  name: string;
  isExported: boolean;
  /** Source text without `export`. */
  text: string;
  /** Text of the comment right above, without its stars. */
  doc: string;
}
export interface ReExport {
  /** The module it is re-exported from. */
  from: string;
  /** Name in that module; undefined: everything. */
  theirs: string | undefined;
  /** Name here; undefined: the same names. */
  ours: string | undefined;
}
export interface SourceFile {
  file: string;
  text: string;
  program: ESTree.Program;
  declarations: Declaration[];
  reExports: ReExport[];
}

const docOf = (comment: string): string =>
  comment
    .split('\n')
    .map((line) => line.replace(/^\s*\*\s?/, '').trimEnd())
    .join('\n')
    .replace(/^\*/, '')
    .trim();

type Declared = NonNullable<ESTree.ExportNamedDeclaration['declaration']>;

const namesOf = (node: Declared): string[] => {
  if (node.type === 'VariableDeclaration')
    return node.declarations.flatMap(({ id }) => (id.type === 'Identifier' ? [id.name] : []));
  return 'id' in node && node.id?.type === 'Identifier' ? [node.id.name] : [];
};

const isDeclared = (node: ESTree.Program['body'][number]): node is Declared & ESTree.Program['body'][number] =>
  /^(VariableDeclaration|FunctionDeclaration|TSDeclareFunction|ClassDeclaration|TSInterfaceDeclaration|TSTypeAliasDeclaration)$/.test(
    node.type,
  );

const nameIn = (node: { type: string }): string =>
  'name' in node && typeof node.name === 'string'
    ? node.name
    : 'value' in node && typeof node.value === 'string'
      ? node.value
      : '';

const read = new Map<string, SourceFile>();

export function sourceFile(file: string): SourceFile {
  const known = read.get(file);
  if (known) return known;
  const text = readFileSync(file, 'utf8');
  const { program, comments, errors } = parseSync(file, text);
  if (errors.length > 0) throw new Error(`${file} cannot be read: ${errors[0]?.message}`);
  const docBefore = (start: number): string => {
    const comment = comments.findLast(({ end }) => end <= start);
    return comment?.type === 'Block' && comment.value.startsWith('*') && text.slice(comment.end, start).trim() === ''
      ? docOf(comment.value)
      : '';
  };
  const found: SourceFile = { file, text, program, declarations: [], reExports: [] };
  const imports = new Map<string, { from: string; theirs: string }>();
  const declare = (node: Declared, at: { start: number; end: number }, isExported: boolean): void => {
    for (const name of namesOf(node))
      found.declarations.push({
        name,
        isExported,
        text: text.slice(node.start, at.end).trim(),
        doc: docBefore(at.start),
      });
  };
  for (const node of program.body) {
    if (node.type === 'ImportDeclaration') {
      for (const one of node.specifiers)
        if (one.type === 'ImportSpecifier')
          imports.set(one.local.name, { from: node.source.value, theirs: nameIn(one.imported) });
    } else if (node.type === 'ExportAllDeclaration') {
      found.reExports.push({
        from: node.source.value,
        theirs: undefined,
        ours: node.exported ? nameIn(node.exported) : undefined,
      });
    } else if (node.type === 'ExportNamedDeclaration') {
      if (node.declaration) declare(node.declaration, node, true);
      for (const one of node.specifiers) {
        const [theirs, ours] = [nameIn(one.local), nameIn(one.exported)];
        const imported = imports.get(theirs);
        if (node.source) found.reExports.push({ from: node.source.value, theirs, ours });
        else if (imported) found.reExports.push({ from: imported.from, theirs: imported.theirs, ours });
        else {
          const own = found.declarations.find(({ name }) => name === theirs);
          if (own) own.isExported = true;
        }
      }
    } else if (isDeclared(node)) declare(node, node, false);
  }
  read.set(file, found);
  return found;
}

/** Returns the non-exported declarations of the same file that a text depends on. */
export function dependenciesOf(text: string, { declarations }: SourceFile): Declaration[] {
  const found: Declaration[] = [];
  const follow = (within: string): void => {
    for (const one of declarations) {
      if (one.isExported || found.includes(one) || !/^(declare )?(interface|type)\b/.test(one.text)) continue;
      if (!new RegExp(`\\b${one.name}\\b`).test(within)) continue;
      found.push(one);
      follow(one.text);
    }
  };
  follow(text);
  return found;
}
