import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { BuildJson } from '@balcao/sdk/build';
import type { Fault } from '../host/faults.ts';

/**
 * Texts that are in every build of a package that only the page may include, minified or not, and in no code that
 * uses it.
 */
const marks: readonly { name: string; mark: string }[] = [
  { name: 'react', mark: '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE' },
];

/**
 * Finds copies of shared packages inside a build that was made elsewhere. Our own build refuses them by its input
 * files; builds by other tools are checked by their output.
 */
export const foreignCopies = async (dist: string, build: BuildJson): Promise<Omit<Fault, 'plugin'>[]> => {
  const names = Object.keys(build.files).filter((name) => /\.m?js$/.test(name) && !name.startsWith('public/'));
  const found = names.map(async (name) => {
    const code = await readFile(join(dist, name), 'utf8');
    return marks.flatMap((known) =>
      code.includes(known.mark)
        ? [
            {
              code: 'BUNDLE_FORBIDDEN_PACKAGE' as const,
              message: `${name} holds a copy of ${known.name}`,
              fix: `Import ${known.name} by its public name; the page has the one copy that works.`,
            },
          ]
        : [],
    );
  });
  return (await Promise.all(found)).flat();
};
