import { AppError, Reply } from '@balcao/sdk/server';
import type { LegalFaultKind } from '../../contract.ts';

/** Codes of the failures of sources, for which people get the cause and the cure in words. */
export const faultCodes = {
  key: 'ERR_LEGAL_KEY',
  credit: 'ERR_LEGAL_CREDIT',
  blocked: 'ERR_LEGAL_BLOCKED',
  busy: 'ERR_LEGAL_BUSY',
  working: 'ERR_LEGAL_WORKING',
  down: 'ERR_LEGAL_DOWN',
} as const satisfies Record<LegalFaultKind, string>;

/** The answer of a look-up whose source failed. */
export const faultError = (kind: LegalFaultKind, source: string, until?: Date | null): AppError =>
  new AppError(502, faultCodes[kind], { context: { source, ...(until && { until: until.toISOString() }) } });

/**
 * Answers the failure of a source as a reply instead of an error: an error of a route counts as a defect of its plugin,
 * which would be paused for what a court's server does. Throws every other failure.
 */
export const faultReply = (error: unknown): Reply => {
  if (!(error instanceof AppError) || error.status !== 502) throw error;
  return new Reply(error.status, { error: error.code, context: error.context });
};

/** Does the work; the failure of a source is a reply. */
export const orFault = <T>(work: Promise<T>): Promise<T | Reply> => work.catch(faultReply);
