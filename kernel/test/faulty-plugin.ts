import type { FaultCode } from '../host/faults.ts';
import type { Installed } from './installation.ts';

/** A plugin that the kernel must refuse, with the fault that it must report. */
export interface FaultyPlugin extends Installed {
  code: FaultCode;
  says: RegExp;
  fix: RegExp;
  /** Name under which the fault is reported, when it is not the folder's. */
  as?: RegExp;
}
