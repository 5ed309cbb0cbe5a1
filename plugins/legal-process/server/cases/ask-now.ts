import type { Scope } from '@balcao/sdk/server';
import { LegalFault, type LegalRecord } from '../../contract.ts';
import type { Source } from '../settings/setup.ts';
import { minMs } from './claim-request.ts';
import { endRequest, keepRequest, nameRequest } from './open-request.ts';

export const faultOf = (error: unknown): LegalFault =>
  error instanceof LegalFault ? error : new LegalFault('down', { cause: error });

export interface Answer {
  record: LegalRecord | undefined;
  /** The source replaces this answer later. */
  goesOn: boolean;
  /** The source's name of the request that it answered; undefined: it gave none. */
  request: string | undefined;
  tookMs: number;
}

interface Wanted {
  /** The request that the source works on. */
  id: string | undefined;
  limitMs: number;
  beginsNothing: boolean;
}

/** Asks a source in this time. Throws a `LegalFault` when it does not answer. */
export const askNow = async (
  scope: Scope,
  { contribution, settings }: Source,
  cnj: string,
  { id, limitMs, beginsNothing }: Wanted,
): Promise<Answer> => {
  const began = Date.now();
  const source = contribution.item.id;
  // Of a paid source it was reserved.
  const store = contribution.item.isPaid === true ? nameRequest : keepRequest;
  let current = id;
  let goesOn = false;
  const request = {
    id,
    mayBegin: () => !beginsNothing && began + limitMs - Date.now() >= minMs,
    async keep(next: string | null) {
      if (next !== null) await store(scope, cnj, source, next);
      else if (current !== undefined) await endRequest(scope, cnj, source, current);
      current = next ?? undefined;
    },
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
  // Without the name of a request its answer is never read.
  if (said instanceof LegalFault)
    throw said.kind === 'working' && current === undefined ? new LegalFault('down', { cause: said }) : said;
  return { record: said.record, goesOn, request: current, tookMs: Date.now() - began };
};
