import { useT } from '@balcao/sdk/client';
import { StatusPill, type Tone } from '@balcao/sdk/ui';
import type { Condition } from './installed.ts';

export const toneOf: Record<Condition, Tone> = {
  failed: 'bad',
  blocked: 'bad',
  held: 'bad',
  partial: 'warn',
  resting: 'warn',
  running: 'ok',
  off: 'neutral',
};

/** The state of a plugin as a colour, an icon and text. */
export function ConditionPill({ condition }: { condition: Condition }) {
  const t = useT();
  return <StatusPill tone={toneOf[condition]}>{t(`condition.${condition}`)}</StatusPill>;
}
