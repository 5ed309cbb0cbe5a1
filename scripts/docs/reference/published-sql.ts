import { fence, notice, table } from '../markdown.ts';
import type { Reference } from './references.ts';

const byId = (a: Reference, b: Reference): number => (a.id < b.id ? -1 : 1);
const ofOwner = (owner: string): string => (owner === 'kernel' ? 'the kernel' : `the plugin \`${owner}\``);

/** Returns the page of everything that SQL may name outside the plugin's own schema. */
export function publishedSqlPage(references: readonly Reference[]): string {
  const all = references.filter(({ kind }) => kind === 'sql').toSorted(byId);
  const keys = references.filter(({ kind }) => kind === 'key').toSorted(byId);
  return [
    notice,
    '# Views, functions and keys of the database',
    'Objects that your SQL may name outside your own schema; `balcao check` rejects everything else with [SQL_OUTSIDE_CONTRACT](fault-codes.md#sql_outside_contract). Name the plugin it belongs to under `requires` in the manifest. How to read a view, and to publish one of yours: [published-view](../how-to/published-view.md).',
    table(
      ['name', 'of'],
      all.map(({ id, owner }) => [`[${id}](#${id.replaceAll('.', '')})`, ofOwner(owner)]),
    ),
    ...all.map(({ id, type, doc, owner }) => {
      const [shape = '', ...rest] = type.split('\n\n');
      return [
        `## ${id}`,
        doc.replace(/^SQL: (.)/, (_all, first: string) => first.toUpperCase()),
        `Of ${ofOwner(owner)}.`,
        fence('ts', rest.length > 0 ? rest.join('\n\n') : `type Shape = ${shape};`),
      ]
        .filter((part) => part !== '')
        .join('\n\n');
    }),
    '## Foreign keys',
    'Tables that your foreign keys may reference, through `(company_id, id)`. Only their owner reads them.',
    table(
      ['table', 'of', 'what'],
      keys.map(({ id, owner, doc }) => [`\`${id}\``, ofOwner(owner), doc.replaceAll('\n', ' ')]),
    ),
  ].join('\n\n');
}
