import type { SourceMigration } from './migration.ts';

interface Described {
  scripts?: Record<string, string>;
  devDependencies?: Record<string, string>;
  [field: string]: unknown;
}

/** Returns package.json with the launcher added, or undefined if it is there already. */
export function withLauncher(text: string): string | undefined {
  const described = JSON.parse(text) as Described;
  const { scripts = {}, devDependencies = {} } = described;
  if (devDependencies.balcao !== undefined && scripts.dependencies !== undefined) return undefined;
  const next: Described = {
    ...described,
    scripts: {
      ...scripts,
      ...(scripts.types === 'tsc --noEmit' && { types: 'balcao types' }),
      dependencies: scripts.dependencies ?? 'balcao link',
    },
    devDependencies: { ...devDependencies, balcao: 'file:.balcao' },
  };
  return `${JSON.stringify(next, null, 2)}\n`;
}

export const launcherMigration: SourceMigration = {
  to: '0.1.0',
  name: 'launcher',
  why: 'package.json names the command as a package of its own folder, so that npm install keeps it.',
  async run(files) {
    const [path] = files.list(/^package\.json$/);
    const next = path === undefined ? undefined : withLauncher(await files.read(path));
    return new Map(path === undefined || next === undefined ? [] : [[path, next]]);
  },
};
