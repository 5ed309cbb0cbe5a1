import { invalid } from '@balcao/sdk/server';
import { readCnj } from '../../cnj.ts';

const faults = {
  empty: 'ERR_LEGAL_NUMBER_SHORT',
  short: 'ERR_LEGAL_NUMBER_SHORT',
  long: 'ERR_LEGAL_NUMBER_LONG',
  check: 'ERR_LEGAL_NUMBER_CHECK',
  court: 'ERR_LEGAL_NUMBER_COURT',
} as const;

/** Returns the 20 digits of a number in any form; 400 with the field `cnj` for one that no court has. */
export const requireCnj = (text: string): string => {
  const read = readCnj(text);
  if (read.state !== 'valid') throw invalid({ cnj: faults[read.state] });
  return read.cnj;
};
