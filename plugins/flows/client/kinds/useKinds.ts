import { useMemo } from 'react';
import { usePoint, useSession } from '@balcao/sdk/client';
import { flowNodeForm } from '../../contract.ts';
import { canvasKinds } from './canvas.ts';
import { decideKinds } from './decide.ts';
import type { Kind } from './kind.ts';
import { serviceKinds } from './service.ts';
import { talkKinds } from './talk.ts';

/** The kinds of this plugin are in the code of the page: in its entry everybody would download them at the start. */
const own: readonly Kind[] = [...talkKinds, ...decideKinds, ...serviceKinds, ...canvasKinds].map((kind) => ({
  ...kind,
  plugin: 'flows',
}));

/** All kinds of node by type. A kind that a plugin contributes replaces the drawing that this plugin has of it. */
export const useKinds = (): ReadonlyMap<string, Kind> => {
  const added = usePoint(flowNodeForm);
  return useMemo(() => new Map([...own, ...added].map((kind) => [kind.type, kind as unknown as Kind])), [added]);
};

/** Kinds that the palette offers, in its groups. `types`: those that the server runs; undefined: not known yet. */
export const paletteGroups = ['talk', 'decide', 'service', 'connect', 'canvas'] as const;
export type PaletteGroup = (typeof paletteGroups)[number];
const groupOf: Readonly<Record<Kind['group'], PaletteGroup>> = {
  talk: 'talk',
  ask: 'talk',
  decide: 'decide',
  organise: 'service',
  'hand-over': 'service',
  connect: 'connect',
  canvas: 'canvas',
};

export const usePalette = (
  kinds: ReadonlyMap<string, Kind>,
  types: readonly string[] | undefined,
): ReadonlyMap<PaletteGroup, readonly Kind[]> => {
  const { can } = useSession();
  return useMemo(() => {
    const offered = [...kinds.values()].filter(
      ({ type, permission }) =>
        type !== 'startNode' &&
        (permission === undefined || can(permission)) &&
        (types === undefined || types.includes(type) || type === 'commentNode' || type === 'frameNode'),
    );
    return Map.groupBy(offered, ({ group }) => groupOf[group]);
  }, [kinds, types, can]);
};
