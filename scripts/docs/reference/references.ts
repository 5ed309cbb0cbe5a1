/** Points, components, events, rooms, services, jobs and published SQL, read from the files that declare them. */
import path from 'node:path';
import type { ESTree } from 'vite';
import { sourceFiles } from '../../test/source-files.ts';
import { dependenciesOf, sourceFile } from '../source.ts';

export type Kind = 'point' | 'component' | 'event' | 'room' | 'service' | 'job' | 'sql' | 'key';

export interface Reference {
  kind: Kind;
  /** Name of the constant. */
  name: string;
  id: string;
  version: number;
  /** The type in its brackets, with the non-exported types of its file. */
  type: string;
  doc: string;
  /** Path in the repository. */
  file: string;
  /** Specifier that it is imported from. */
  specifier: string;
  /** `kernel`, `shell`, or a plugin's id. */
  owner: string;
}

/** Kinds by the function that creates them. */
const kinds: Readonly<Record<string, Kind>> = {
  point: 'point',
  component: 'component',
  event: 'event',
  room: 'room',
  service: 'service',
  job: 'job',
  publishedSql: 'sql',
  publishedKey: 'key',
};

const placeOf = (file: string): Pick<Reference, 'specifier' | 'owner'> => {
  if (file.startsWith('sdk/client/ui/')) return { specifier: '@balcao/sdk/ui', owner: 'shell' };
  if (file.startsWith('sdk/client/chat/')) return { specifier: '@balcao/sdk/chat', owner: 'shell' };
  if (file.startsWith('sdk/client/')) return { specifier: '@balcao/sdk/client', owner: 'shell' };
  if (file.startsWith('sdk/server/')) return { specifier: '@balcao/sdk/server', owner: 'kernel' };
  const [, plugin = ''] = file.split('/');
  return { specifier: `@balcao/${plugin}/contract`, owner: plugin };
};

function* callsIn(program: ESTree.Program): Generator<{ name: string; call: ESTree.CallExpression }> {
  for (const node of program.body) {
    const declaration = node.type === 'ExportNamedDeclaration' ? node.declaration : undefined;
    if (declaration?.type !== 'VariableDeclaration') continue;
    for (const { id, init } of declaration.declarations)
      if (id.type === 'Identifier' && init?.type === 'CallExpression') yield { name: id.name, call: init };
  }
}

/** Reads the references of the kernel, the shell and every plugin of the repository. */
export function readReferences(root: string): Reference[] {
  const files = [
    'sdk/server/kernel.ts',
    'sdk/server/kernel-sql.ts',
    ...sourceFiles(root, ['sdk'], ['.ts', '.tsx'])
      .filter((file) => file.startsWith('sdk/client/'))
      .filter((file) => !file.includes('.test.')),
    ...sourceFiles(root, ['plugins'], ['contract.ts']).filter((file) => file.split('/').length === 3),
  ];
  return files.flatMap((file) => {
    const source = sourceFile(path.join(root, file));
    return [...callsIn(source.program)].flatMap(({ name, call }): Reference[] => {
      const { callee } = call;
      const kind = callee.type === 'Identifier' ? kinds[callee.name] : undefined;
      if (kind === undefined) return [];
      const [id, version] = call.arguments;
      if (id?.type !== 'Literal' || typeof id.value !== 'string') return [];
      const given = call.typeArguments;
      const type = given ? source.text.slice(given.start + 1, given.end - 1).trim() : '';
      return [
        {
          kind,
          name,
          id: id.value,
          version: version?.type === 'Literal' ? Number(version.value) : 1,
          type: [type, ...declarationsOf(type, source)].filter((part) => part !== '').join('\n\n'),
          doc: source.declarations.find((one) => one.name === name)?.doc ?? '',
          file,
          ...placeOf(file),
        },
      ];
    });
  });
}

const declarationsOf = (type: string, source: ReturnType<typeof sourceFile>): string[] => {
  const named = source.declarations.filter(
    ({ name, text, isExported }) => isExported && name === type && /^(interface|type)\b/.test(text),
  );
  return [...named, ...dependenciesOf([type, ...named.map(({ text }) => text)].join('\n'), source)].map(
    ({ text }) => text,
  );
};
