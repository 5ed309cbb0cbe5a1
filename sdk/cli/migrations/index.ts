import semver from 'semver';
import { launcherMigration } from './launcher.ts';
import { lazyTextsMigration } from './lazy-texts.ts';
import type { SourceMigration } from './migration.ts';
import { sdkRangeMigration } from './sdk-range.ts';

/** In the order they run. The range comes last: it says that all before it was done. */
export const migrations: readonly SourceMigration[] = [lazyTextsMigration, launcherMigration, sdkRangeMigration];

/** Those that a plugin last brought up to `from` still needs; all of them when it says nothing. */
export const pending = (from: string | undefined): readonly SourceMigration[] =>
  migrations.filter(({ to }) => from === undefined || semver.lt(from, to));
