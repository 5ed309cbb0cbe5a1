export interface BundleFault {
  code:
    | 'BUNDLE_IMPORT'
    | 'BUNDLE_FORBIDDEN_PACKAGE'
    | 'BUNDLE_SERVER_CODE'
    | 'BUNDLE_ENTRY_SIZE'
    | 'BUNDLE_ENTRY_MISSING'
    | 'BUNDLE_DEVELOPMENT'
    | 'BUNDLE_HASH';
  message: string;
  fix: string;
}

/** All faults of a bundle in one error. */
export class BundleError extends Error {
  readonly faults: readonly BundleFault[];
  constructor(what: string, faults: readonly BundleFault[]) {
    super([what, ...faults.map(({ code, message, fix }) => `  ${code}: ${message}\n    ${fix}`)].join('\n'));
    this.name = 'BundleError';
    this.faults = faults;
  }
}
