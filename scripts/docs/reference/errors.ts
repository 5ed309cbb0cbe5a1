import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Visitor } from 'vite';
import { isTest, sourceFiles } from '../../test/source-files.ts';
import { notice, table } from '../markdown.ts';
import { sourceFile } from '../source.ts';

interface Thrown {
  code: string;
  status: number;
  by: string;
}

/** Functions of the SDK that create an AppError with a code. */
const makers: Readonly<Record<string, number>> = { notFound: 404, forbidden: 403, conflict: 409 };

function thrownIn(root: string, file: string): Thrown[] {
  const [top = '', second = ''] = file.split('/');
  const by = top === 'plugins' ? second : top === 'sdk' ? 'browser' : 'kernel';
  const found: Thrown[] = [];
  const literal = (node: { type: string } | undefined): unknown =>
    node?.type === 'Literal' && 'value' in node ? node.value : undefined;
  const add = (status: unknown, code: unknown): void => {
    if (typeof status === 'number' && typeof code === 'string' && code.startsWith('ERR_'))
      found.push({ code, status, by });
  };
  new Visitor({
    NewExpression: ({ callee, arguments: [status, code] }) => {
      if (callee.type === 'Identifier' && /^(App|Api)Error$/.test(callee.name)) add(literal(status), literal(code));
    },
    CallExpression: ({ callee, arguments: [code] }) => {
      if (callee.type !== 'Identifier') return;
      if (callee.name === 'invalid') add(400, 'ERR_VALIDATION');
      else if (makers[callee.name] !== undefined) add(makers[callee.name], literal(code));
    },
  }).visit(sourceFile(path.join(root, file)).program);
  return found;
}

const textsIn = (root: string, file: string): Record<string, string> =>
  (JSON.parse(readFileSync(path.join(root, file), 'utf8')) as { errors?: Record<string, string> }).errors ?? {};

/** Codes reported for fields, beside ERR_VALIDATION. */
const fieldCodes = /^ERR_(REQUIRED|TOO_SHORT|TOO_LONG|INVALID_VALUE)$/;

export function errorsPage(root: string): string {
  const thrown = sourceFiles(root, ['kernel', 'plugins', 'sdk/client'], ['.ts', '.tsx'])
    .filter((file) => !isTest(file) && !file.includes('/embed/'))
    .flatMap((file) => thrownIn(root, file));
  const texts = { ...textsIn(root, 'web-host/locales/en.json') };
  for (const file of sourceFiles(root, ['plugins'], ['en.json'])) Object.assign(texts, textsIn(root, file));
  delete texts.fallback;
  const codes = [...new Set([...Object.keys(texts), ...thrown.map(({ code }) => code)])].toSorted();
  const rows = codes.map((code) => {
    const ways = thrown.filter((one) => one.code === code);
    const list = (of: readonly (string | number)[]): string => [...new Set(of)].join(', ');
    return [
      `\`${code}\``,
      fieldCodes.test(code) ? 'in `fields`' : list(ways.map(({ status }) => status)),
      list(ways.map(({ by }) => by)),
      texts[code] ?? '',
    ];
  });
  return [
    notice,
    '# Error catalogue',
    'A rejected call is answered with `{ "error": "ERR_…", "fields"?: { … }, "context"?: { … } }`. In the browser it is an `ApiError`; `useErrorText()` returns its text: first your own `errors.ERR_…` in `locales/`, then the platform’s text below, then a plain sentence. Codes of your own begin with `ERR_` too: add their texts to your locales. A code without a status has a text for features to come.',
    table(['code', 'status', 'source', 'text'], rows),
  ].join('\n\n');
}
