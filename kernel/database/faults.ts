export type FaultCode =
  | 'MIGRATION_FAILED'
  | 'MIGRATION_EDITED'
  | 'MIGRATION_HISTORY'
  | 'ENTITY_WITHOUT_COMPANY'
  | 'TABLE_OUTSIDE_SCHEMA'
  | 'VIEW_WITHOUT_INVOKER'
  | 'FOREIGN_KEY_WITHOUT_COMPANY';

/** Reason why the tables of a plugin were refused. Nothing of that run is stored. */
export interface MigrationFault {
  code: FaultCode;
  plugin: string;
  message: string;
  fix: string;
}
