import { Visitor, parseSync } from 'vite';

const indicators = new Set(['Spinner', 'ProgressBar']);
/** Attributes that name an indicator, or hide it from screen readers beside a text that says the same. */
const naming = new Set(['label', 'aria-label', 'aria-labelledby', 'aria-hidden']);
const isFluent = (source: unknown): boolean => /^@fluentui\/|^@balcao\/sdk\/fluent$/.test(String(source));

export interface NamelessProgress {
  name: string;
  /** From 1. */
  line: number;
}

/**
 * Returns the Fluent progress indicators of a file that have no accessible name. Those of `@balcao/sdk/ui` always have
 * one.
 */
export function namelessProgress(file: string, text: string): NamelessProgress[] {
  const { program, errors } = parseSync(file, text);
  const found: NamelessProgress[] = [];
  if (errors.length > 0) return found;
  /** Local names of the indicators, and the namespaces that contain them. */
  const called = new Map<string, string>();
  const spaces = new Set<string>();
  new Visitor({
    ImportDeclaration: ({ source, specifiers }) => {
      if (!isFluent(source.value)) return;
      for (const one of specifiers) {
        if (one.type === 'ImportNamespaceSpecifier') spaces.add(one.local.name);
        else if (one.type === 'ImportSpecifier' && one.imported.type === 'Identifier')
          called.set(one.local.name, one.imported.name);
      }
    },
    JSXOpeningElement: ({ name, attributes, start }) => {
      const indicator =
        name.type === 'JSXIdentifier'
          ? called.get(name.name)
          : name.type === 'JSXMemberExpression' && name.object.type === 'JSXIdentifier' && spaces.has(name.object.name)
            ? name.property.name
            : undefined;
      if (indicator === undefined || !indicators.has(indicator)) return;
      // Spread attributes may contain a name.
      const isNamed = attributes.some(
        (one) => one.type === 'JSXSpreadAttribute' || (one.name.type === 'JSXIdentifier' && naming.has(one.name.name)),
      );
      if (!isNamed) found.push({ name: indicator, line: text.slice(0, start).split('\n').length });
    },
  }).visit(program);
  return found;
}
