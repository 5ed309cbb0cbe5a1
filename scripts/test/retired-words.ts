import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseSync } from 'vite';
import { sourceFiles } from './source-files.ts';

/** A word that was replaced everywhere, and the field's term to use instead (`sdk/docs/glossary.md`). */
interface RetiredWord {
  use: string;
  /** A whole identifier. */
  name?: RegExp;
  /** One of the lower-cased words of an identifier or file name: `setTimer` consists of `set` and `timer`. */
  part?: RegExp;
  /** Anything in a comment. */
  comment?: RegExp;
}

/** Only words without another meaning in this repository: a check that is often wrong is soon switched off. */
const retiredWords: readonly RetiredWord[] = [
  { use: 'side effect', part: /^strays?$/, comment: /\bstrays?\b/i },
  { use: 'redact', part: /^blot(s|ted)?$/, comment: /\bblot(s|ted|ting)?\b/i },
  { use: 'audit entry', part: /^deeds?$/, comment: /\bdeeds?\b/i },
  { use: 'audit context', part: /^trails?$/, comment: /\btrails?\b/i },
  { use: 'internal note', part: /^whispers?$/, comment: /\bwhisper(s|ed)?\b/i },
  { use: 'retry queue, retrying', part: /^(park|parks|parked|parking)$/, comment: /\b(parks|parked|parking)\b/i },
  { use: 'RetryLater', name: /^NotYet$/ },
  { use: 'interval', part: /^rhythms?$/, comment: /\brhythms?\b/i },
  { use: 'quota', name: /^roomLeft$/i },
  { use: 'max…', name: /^#?most[A-Z]\w*$/ },
  { use: 'min…', name: /^#?least[A-Z]\w*$/ },
  { use: 'retryOnConflict', name: /^inTurn$/ },
  { use: 'sql.prepared', name: /^sql\.kept$/ },
  { use: 'prepared statement', name: /^kept_?plans?$/i, comment: /\bkept plans?\b|\bsql\.kept\b/i },
  { use: 'inFlight, in flight', name: /^inHand$/i, comment: /\bin hand\b/i },
  { use: 'impersonation', name: /^(asVisitor|offVisit)$/ },
  { use: 'VisuallyHidden', name: /^Heard$/ },
  { use: 'root error boundary', name: /^LastWall$/i },
  { use: 'boundary', part: /^(walls?|walled)$/ },
  { use: 'publish…, notify…', name: /^#?tell[A-Z]\w*$/ },
  { use: 'published, sent, notified', part: /^told$/ },
  { use: 'UpdateBatcher', name: /^Rush$/ },
  { use: 'highlight', part: /^sought$/ },
  { use: 'PartitionLocks', name: /^PartLocks$/ },
  { use: 'owner', part: /^whose$/ },
];

/** A comment says what something is or does, with a subject; it is not half of a question. */
const questionWord = /^(What|Who|Whoever|Whose|Whether)\b/;

/** Names of other projects, which this one only calls. */
const foreignNames: ReadonlySet<string> = new Set(['doDecryptWhisperMessage']);

const wordsOf = (name: string): string[] =>
  name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .split(/[^A-Za-z0-9]+/)
    .map((word) => word.toLowerCase());

const termFor = (name: string): RetiredWord | undefined => {
  if (foreignNames.has(name)) return undefined;
  const words = name.includes('.') ? [] : wordsOf(name);
  return retiredWords.find((word) => word.name?.test(name) || words.some((part) => word.part?.test(part)));
};

interface Node {
  type: string;
  start: number;
}
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value;

const nameOf = (node: unknown): string | undefined =>
  isNode(node) && node.type.endsWith('Identifier') && 'name' in node && typeof node.name === 'string'
    ? node.name
    : undefined;

/** Returns every identifier below a node, and every `object.member` of two identifiers as one, with its offset. */
function* namesIn(node: Node): Generator<{ name: string; start: number }> {
  const name = nameOf(node);
  if (name) yield { name, start: node.start };
  if (node.type === 'MemberExpression' && 'object' in node && 'property' in node)
    yield { name: `${nameOf(node.object)}.${nameOf(node.property)}`, start: node.start };
  for (const value of Object.values(node))
    for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) yield* namesIn(child);
}

/** Returns the first words of a comment, without its stars. */
const beginningOf = (comment: string): string => comment.replace(/^[\s*]+/, '');

function faultsIn(file: string, text: string): string[] {
  const faults = new Map<string, string>();
  const report = (offset: number, word: string, use: string): void => {
    const line = text.slice(0, offset).split('\n').length;
    faults.set(`${line} ${word}`, `${file}:${line} uses the retired word ${word}: write ${use} (sdk/docs/glossary.md)`);
  };
  const { program, comments } = parseSync(file, text);
  for (const { name, start } of namesIn(program as Node)) {
    const word = termFor(name);
    if (word) report(start, name, word.use);
  }
  for (const { value, start } of comments) {
    for (const { comment, use } of retiredWords) {
      const found = comment?.exec(value);
      if (found) report(start + found.index, found[0], use);
    }
    const question = questionWord.exec(beginningOf(value))?.[0];
    if (question)
      faults.set(
        `${start}`,
        `${file}:${text.slice(0, start).split('\n').length} has a comment that begins with ${question}: write a noun phrase or "Returns …"`,
      );
  }
  return [...faults.values()];
}

/** Returns every retired word in names and comments of code, and in file names, with the term that replaces it. */
export function retiredWordFaults(root: string): string[] {
  return sourceFiles(
    root,
    ['embedded-postgres', 'kernel', 'sdk', 'web-host', 'plugins', 'scripts'],
    ['.ts', '.tsx', '.mjs'],
  ).flatMap((file) => {
    const word = termFor(path.basename(file).replace(/\..*$/, ''));
    return [
      ...(word ? [`${file} has a retired word in its name: write ${word.use} (sdk/docs/glossary.md)`] : []),
      ...faultsIn(file, readFileSync(path.join(root, file), 'utf8')),
    ];
  });
}
