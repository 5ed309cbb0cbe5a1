import type { Scope } from '@balcao/sdk/server';
import { LegalFault, type LegalRecord } from '../../contract.ts';
import type { Source } from '../settings/setup.ts';
import { keepRequest, openRequest } from './open-request.ts';

export const faultOf = (error: unknown): LegalFault =>
  error instanceof LegalFault ? error : new LegalFault('down', { cause: error });

export interface Answer {
  record: LegalRecord | undefined;
  /** The source replaces this answer later. */
  goesOn: boolean;
  tookMs: number;
}

/** Asks a source in this time. Throws a `LegalFault` when it does not answer. */
export const askNow = async (
  scope: Scope,
  { contribution, settings }: Source,
  cnj: string,
  limitMs: number,
): Promise<Answer> => {
  const began = Date.now();
  const source = contribution.item.id;
  const id = await openRequest(scope, cnj, source);
  let goesOn = false;
  const request = {
    id,
    keep: (next: string | null) => keepRequest(scope, cnj, source, next),
    goesOn: () => {
      goesOn = true;
    },
  };
  // A failure of the source is none of its plugin, which goes on being asked.
  const said = await contribution.run(
    async (item, own): Promise<{ record: LegalRecord | undefined } | LegalFault> => {
      const signal = AbortSignal.any([own.signal, AbortSignal.timeout(Math.max(1, limitMs))]);
      return item.lookUp(cnj, settings, signal, request).then((record) => ({ record }), faultOf);
    },
    { limitMs: limitMs + 2000 },
  );
  if (said instanceof LegalFault) throw said;
  return { record: said.record, goesOn, tookMs: Date.now() - began };
};
