/** Reason why a plugin is refused. The code is for programs, the message and the fix are for people. */
export type FaultCode =
  | 'MANIFEST_INVALID'
  | 'SDK_INCOMPATIBLE'
  | 'DEPENDENCY_MISSING'
  | 'DEPENDENCY_VERSION'
  | 'DEPENDENCY_CYCLE'
  | 'DEPENDENCY_FAILED'
  | 'ID_DUPLICATE'
  | 'ENVIRONMENT_REFUSED'
  | 'IMPORT_FAILED'
  | 'SETUP_FAILED'
  | 'ROUTE_DUPLICATE'
  | 'ROUTE_OUTSIDE_PREFIX'
  | 'PUBLIC_ROUTE_UNDECLARED'
  | 'ROUTE_WITHOUT_ACCESS'
  | 'PERMISSION_UNDECLARED'
  | 'PERMISSION_DUPLICATE'
  | 'SETTING_DUPLICATE'
  | 'SERVICE_DUPLICATE'
  | 'ROOM_DUPLICATE'
  | 'CACHE_DUPLICATE'
  | 'POINT_UNKNOWN'
  | 'POINT_UNDECLARED'
  | 'POINT_VERSION'
  | 'CONTRIBUTION_INVALID'
  | 'EVENT_UNKNOWN'
  | 'LISTENER_DUPLICATE'
  | 'JOB_DUPLICATE'
  | 'ENTITY_WITHOUT_COMPANY'
  | 'TABLE_OUTSIDE_SCHEMA'
  | 'VIEW_WITHOUT_INVOKER'
  | 'FOREIGN_KEY_WITHOUT_COMPANY'
  | 'MIGRATION_EDITED'
  | 'MIGRATION_FAILED'
  | 'MIGRATION_HISTORY'
  | 'BUNDLE_HASH'
  | 'BUNDLE_FORBIDDEN_PACKAGE'
  | 'BUNDLE_SERVER_CODE'
  | 'BUNDLE_IMPORT'
  | 'BUNDLE_DEVELOPMENT'
  | 'BUNDLE_ENTRY_MISSING'
  | 'BUNDLE_ENTRY_SIZE';

export interface Fault {
  code: FaultCode;
  plugin: string;
  message: string;
  /** Instruction what to change, and where. */
  fix: string;
}

/** Stops the start because of faults of the kernel or of a core plugin, all of them listed. */
export class BootError extends Error {
  override readonly name = 'BootError';
  readonly faults: readonly Fault[];
  constructor(faults: readonly Fault[]) {
    super(faults.map(({ code, plugin, message, fix }) => `${code} in ${plugin}: ${message}\n  ${fix}`).join('\n'));
    this.faults = faults;
  }
}
