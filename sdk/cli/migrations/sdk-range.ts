import { Visitor, parseSync } from 'vite';
import semver from 'semver';
import { sdkVersion } from '@balcao/sdk/version';
import { edited, type Edit, type SourceMigration } from './migration.ts';

/** Returns the manifest with a range that includes this SDK, or undefined if it does already. */
export function widerRange(file: string, text: string, version: string): string | undefined {
  const { program, errors } = parseSync(file, text);
  if (errors.length > 0) return undefined;
  const edits: Edit[] = [];
  let depth = 0;
  new Visitor({
    ObjectExpression: () => void (depth += 1),
    'ObjectExpression:exit': () => void (depth -= 1),
    Property: ({ key, value }) => {
      const name = key.type === 'Identifier' ? key.name : key.type === 'Literal' ? key.value : undefined;
      if (depth !== 1 || name !== 'sdk' || value.type !== 'Literal' || typeof value.value !== 'string') return;
      const range = value.value;
      // An invalid range is reported by `balcao check` and left to its author.
      if (semver.validRange(range) === null || semver.satisfies(version, range)) return;
      edits.push({ start: value.start, end: value.end, text: `'^${version}'` });
    },
  }).visit(program);
  return edits.length === 0 ? undefined : edited(text, edits);
}

export const sdkRangeMigration: SourceMigration = {
  to: sdkVersion,
  name: 'sdk-range',
  why: `The manifest says that the plugin takes SDK ${sdkVersion}.`,
  async run(files) {
    const path = 'manifest.ts';
    const next = widerRange(path, await files.read(path), sdkVersion);
    return new Map(next === undefined ? [] : [[path, next]]);
  },
};
