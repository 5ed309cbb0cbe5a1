/**
 * Faults that `balcao build` and `balcao check` report before the kernel sees the plugin; `BundleFault` has those of
 * bundles.
 */
export type CheckCode =
  | 'CONTRACT_UNDECLARED'
  | 'COMPONENT_UNDECLARED'
  | 'COMPONENT_MISSING'
  | 'LOCALE_MISSING'
  | 'SQL_OUTSIDE_CONTRACT'
  | 'VERSION_DIFFERS'
  | 'LOCALE_INVALID'
  | 'LOCALE_EMPTY'
  | 'LOCALE_PLACEHOLDER'
  | 'LOCALE_UNKNOWN'
  | 'PROGRESS_UNNAMED'
  | 'TYPE_ERROR'
  | 'BUILD_FAILED';
