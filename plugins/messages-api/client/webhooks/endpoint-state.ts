import type { Tone } from '@balcao/sdk/ui';
import type { EndpointView } from '../data/integrations.ts';

/** Returns the state of an endpoint as a tone and a text. */
export const stateOf = ({ isActive, disabledReason, failingSince }: EndpointView): { tone: Tone; label: string } => {
  if (disabledReason === 'failing') return { tone: 'bad', label: 'webhook.offFailing' };
  if (disabledReason === 'gone') return { tone: 'bad', label: 'webhook.offGone' };
  if (!isActive) return { tone: 'neutral', label: 'webhook.off' };
  return failingSince ? { tone: 'warn', label: 'webhook.failing' } : { tone: 'ok', label: 'webhook.on' };
};
