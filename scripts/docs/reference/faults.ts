import path from 'node:path';
import { Visitor, type ESTree } from 'vite';
import { isTest, sourceFiles } from '../../test/source-files.ts';
import { notice, table } from '../markdown.ts';
import { sourceFile } from '../source.ts';
import { faultMeanings } from './fault-meanings.ts';

interface ReportedFault {
  code: string;
  message: string;
  fix: string;
}
type Expression = ESTree.Expression | ESTree.PrivateInExpression;

const unknown = '…';

/** Returns a text as people see it, with names in place of its expressions. */
function rendered(node: Expression | ESTree.PrivateIdentifier | undefined): string | undefined {
  if (node?.type === 'Literal' && typeof node.value === 'string') return node.value;
  if (node?.type === 'ConditionalExpression')
    return [rendered(node.consequent), rendered(node.alternate)].filter((text) => text !== undefined).join(' — or: ');
  if (node?.type === 'BinaryExpression') return `${rendered(node.left) ?? unknown}${rendered(node.right) ?? unknown}`;
  if (node?.type !== 'TemplateLiteral') return undefined;
  return node.quasis
    .map(({ value }, index) => {
      const filled = node.expressions[index];
      return `${value.cooked ?? ''}${filled ? `‹${nameOf(filled)}›` : ''}`;
    })
    .join('');
}
const nameOf = (node: Expression | ESTree.PrivateIdentifier): string => {
  if (node.type === 'Identifier') return node.name;
  if (node.type === 'MemberExpression' && node.property.type === 'Identifier') return node.property.name;
  if (node.type === 'LogicalExpression') return nameOf(node.left);
  if (node.type === 'CallExpression' && node.callee.type === 'MemberExpression' && node.callee.object.type !== 'Super')
    return nameOf(node.callee.object);
  return unknown;
};

const codesOf = (node: Expression): string[] => {
  if (node.type === 'Literal' && typeof node.value === 'string') return [node.value];
  return node.type === 'ConditionalExpression' ? [...codesOf(node.consequent), ...codesOf(node.alternate)] : [];
};

/** Returns the fields of an object literal by name. */
const fieldsOf = (node: ESTree.ObjectExpression): Map<string, Expression> =>
  new Map(
    node.properties.flatMap((property) =>
      property.type === 'Property' && property.key.type === 'Identifier'
        ? [[property.key.name, property.value as Expression] as const]
        : [],
    ),
  );

/** Returns the expression that an arrow function returns. */
const answered = (node: Expression | undefined): Expression | undefined =>
  node?.type === 'ArrowFunctionExpression' && node.expression ? (node.body as Expression) : node;

function faultsIn(file: string, codes: ReadonlySet<string>): ReportedFault[] {
  const { program } = sourceFile(file);
  const reported: ReportedFault[] = [];
  const constants = new Map<string, Expression>();
  new Visitor({
    VariableDeclarator: ({ id, init }) => {
      if (id.type === 'Identifier' && init) constants.set(id.name, init);
    },
  }).visit(program);
  const textOf = (node: Expression | undefined): string =>
    rendered(node?.type === 'Identifier' ? constants.get(node.name) : answered(node)) ?? unknown;
  const report = (found: readonly string[], message: Expression | undefined, fix: Expression | undefined): void => {
    for (const code of found) if (codes.has(code)) reported.push({ code, message: textOf(message), fix: textOf(fix) });
  };
  new Visitor({
    ObjectExpression: (node) => {
      const fields = fieldsOf(node);
      const code = fields.get('code');
      if (code) report(codesOf(code), fields.get('message') ?? fields.get('says'), fields.get('fix'));
    },
    CallExpression: (node) => {
      if (node.callee.type !== 'Identifier') return;
      const { name } = node.callee;
      if (name !== 'report' && name !== 'refuse') return;
      const [code, ...rest] = node.arguments;
      // `report(code, plugin, message, fix)` of the kernel, `refuse(code, message, fix)` of the command.
      const [message, fix] = rest.slice(name === 'report' ? 1 : 0);
      if (code && code.type !== 'SpreadElement')
        report(codesOf(code), message as Expression | undefined, fix as Expression | undefined);
    },
  }).visit(program);
  return reported;
}

/** Returns the members of the union types `FaultCode`, `BundleFault['code']` and `CheckCode`. */
function declaredCodes(root: string): Set<string> {
  const found = new Set<string>();
  for (const file of ['kernel/host/faults.ts', 'sdk/build/faults.ts', 'sdk/cli/check-code.ts']) {
    new Visitor({
      TSLiteralType: ({ literal }) => {
        if (literal.type === 'Literal' && typeof literal.value === 'string') found.add(literal.value);
      },
    }).visit(sourceFile(path.join(root, file)).program);
  }
  return found;
}

export function faultsPage(root: string): string {
  const codes = declaredCodes(root);
  const missing = [...codes].filter((code) => faultMeanings[code] === undefined);
  const extra = Object.keys(faultMeanings).filter((code) => !codes.has(code));
  if (missing.length + extra.length > 0)
    throw new Error(
      `scripts/docs/reference/fault-meanings.ts: describe ${missing.join(', ') || 'nothing'}; ${extra.join(', ') || 'nothing'} is not a fault any more`,
    );
  const reported = sourceFiles(root, ['kernel', 'sdk'], ['.ts'])
    .filter((file) => /^(kernel\/(host|database)|sdk\/(build|cli))\//.test(file) && !isTest(file))
    .flatMap((file) => faultsIn(path.join(root, file), codes));
  return [
    notice,
    '# Fault codes',
    'Why a plugin is refused. `balcao check` finds faults before you ship; the kernel prints all of them at start, and the super user sees them under Plugins. A plugin with a fault is `failed`, plugins that require it are `blocked`, and the rest of the product runs. `‹…›` is filled in.',
    ...[...codes].toSorted().map((code) => {
      const ways = reported.filter((one) => one.code === code && one.message !== unknown);
      const unique = [...new Map(ways.map((way) => [way.message + way.fix, way])).values()];
      return [
        `## ${code}`,
        faultMeanings[code] ?? '',
        unique.length === 0
          ? ''
          : table(
              ['message', 'fix'],
              unique.map(({ message, fix }) => [message, fix]),
            ),
      ]
        .filter((part) => part !== '')
        .join('\n\n');
    }),
  ].join('\n\n');
}
