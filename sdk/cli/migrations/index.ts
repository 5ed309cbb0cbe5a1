import semver from 'semver';
import { launcherMigration } from './launcher.ts';
import { lazyTextsMigration } from './lazy-texts.ts';
import type { SourceMigration } from './migration.ts';
import { sdkRangeMigration } from './sdk-range.ts';

/** Migrations in the order they run. The range comes last, because it marks all others as done. */
export const migrations: readonly SourceMigration[] = [lazyTextsMigration, launcherMigration, sdkRangeMigration];

/** Returns the migrations that a plugin last migrated to `from` still needs; all of them if that is unknown. */
export const pending = (from: string | undefined): readonly SourceMigration[] =>
  migrations.filter(({ to }) => from === undefined || semver.lt(from, to));
