import type { Scope } from '@balcao/sdk/server';
import { aiProtocol, type AiProtocol, type ProviderAccess } from '../../contract.ts';
import { keyOf } from '../providers/provider-rows.ts';
import type { Target } from '../providers/resolver.ts';
import { transport } from '../providers/transport.ts';
import { openAi } from '../protocol/openai.ts';
import { providerError } from '../protocol/provider-error.ts';

/** Silence after which a provider is given up, once it has begun to answer. */
const idleMs = 20_000;

/** One call of a provider, with its limits. */
export interface Attempt {
  protocol: AiProtocol;
  access: ProviderAccess;
  /** The scope of the plugin that contributed the protocol. */
  scope: Scope;
  /** Aborted by the caller, by the limit of the whole call, and by silence. */
  signal: AbortSignal;
  /** Ends the watch over silence. */
  end(): void;
}

const protocolOf = (scope: Scope, id: string): { protocol: AiProtocol; scope: Scope } => {
  if (id === openAi.id) return { protocol: openAi, scope };
  const found = scope.contributions(aiProtocol).find(({ item }) => item.id === id);
  if (!found) throw providerError('ERR_AI_DOWN', { detail: `The protocol ${id} is not installed` });
  return { protocol: found.item, scope: found.scope };
};

/** Prepares a call of the target. `firstMs`: how long the first byte may take. */
export const attempt = async (scope: Scope, target: Target, signal: AbortSignal, firstMs: number): Promise<Attempt> => {
  const silence = new AbortController();
  const giveUp = (): void => silence.abort(providerError('ERR_AI_TIMEOUT', { detail: 'No answer in time' }));
  let timer = setTimeout(giveUp, firstMs);
  const heard = (): void => {
    clearTimeout(timer);
    timer = setTimeout(giveUp, idleMs);
  };
  const key = target.hasKey ? await keyOf(scope, target.owner, target.id) : '';
  return {
    ...protocolOf(scope, target.protocol),
    access: {
      baseUrl: target.baseUrl,
      key,
      model: target.model,
      flags: target.flags,
      fetch: transport(target.baseUrl, target.owner, heard),
    },
    signal: AbortSignal.any([signal, silence.signal]),
    end: () => clearTimeout(timer),
  };
};
