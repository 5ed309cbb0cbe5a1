export type { DataSession, TxOptions } from './data-session.ts';
export { openDatabase } from './database.ts';
export type { Database, DatabaseOptions } from './database.ts';
export type { ListenOptions } from './listener.ts';
export { migrate } from './migrate.ts';
export type { MigrationReport, MigrationSet } from './migrate.ts';
export type { FaultCode, MigrationFault } from './faults.ts';
export { base } from './migrations/0001-base.ts';
export { DatabaseUnavailable, isUnavailable } from './unavailable.ts';
