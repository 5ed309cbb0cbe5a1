/** Reports all wrong settings at once. `faults` are lines such as `PORT: must be a number from 0 to 65535`. */
export class ConfigError extends Error {
  readonly code = 'ERR_CONFIG';
  readonly faults: readonly string[];

  constructor(faults: readonly string[]) {
    super(`The configuration is wrong:\n${faults.map((fault) => `  ${fault}`).join('\n')}`);
    this.name = 'ConfigError';
    this.faults = faults;
  }
}
