import { readFileSync } from 'node:fs';
import path from 'node:path';
import { namelessProgress } from '../../sdk/cli/progress-check.ts';
import { isTest, sourceFiles } from './source-files.ts';

/** Requires every progress indicator to have an accessible label, or to be hidden beside a text. */
export const progressFaults = (root: string): string[] =>
  sourceFiles(root, ['plugins', 'sdk/client', 'web-host'], ['.tsx'])
    .filter((file) => !isTest(file))
    .flatMap((file) =>
      namelessProgress(file, readFileSync(path.join(root, file), 'utf8')).map(
        ({ name, line }) =>
          `${file}:${line} shows a ${name} without a name: take that of @balcao/sdk/ui, or aria-label or aria-hidden`,
      ),
    );
