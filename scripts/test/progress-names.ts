import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Visitor, parseSync } from 'vite';
import { isTest, sourceFiles } from './source-files.ts';

const indicators = new Set(['Spinner', 'ProgressBar']);
/** Beside a text that says the same, an indicator is hidden from those who listen. */
const naming = new Set(['label', 'aria-label', 'aria-labelledby', 'aria-hidden']);

/** Every progress indicator says what is under way to those who listen, or is hidden from them beside words that do. */
export function progressFaults(root: string): string[] {
  return sourceFiles(root, ['plugins', 'sdk/client', 'web-host'], ['.tsx'])
    .filter((file) => !isTest(file))
    .flatMap((file) => {
      const text = readFileSync(path.join(root, file), 'utf8');
      const { program, errors } = parseSync(file, text);
      const faults: string[] = [];
      if (errors.length > 0) return faults;
      new Visitor({
        JSXOpeningElement: ({ name, attributes, start }) => {
          if (name.type !== 'JSXIdentifier' || !indicators.has(name.name)) return;
          const isNamed = attributes.some(
            (one) =>
              one.type === 'JSXSpreadAttribute' || (one.name.type === 'JSXIdentifier' && naming.has(one.name.name)),
          );
          const line = text.slice(0, start).split('\n').length;
          if (!isNamed) faults.push(`${file}:${line} shows a ${name.name} without a name: aria-label, or aria-hidden`);
        },
      }).visit(program);
      return faults;
    });
}
