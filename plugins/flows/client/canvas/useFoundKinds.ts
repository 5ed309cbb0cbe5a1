import { useMemo } from 'react';
import { translate, useT } from '@balcao/sdk/client';
import type { Kind } from '../kinds/kind.ts';
import { paletteGroups, usePalette, type PaletteGroup } from '../kinds/useKinds.ts';
import { useCatalogue } from '../data/useNamed.ts';
import { useEditor } from '../editor/context.ts';

const plain = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** The kinds of the palette whose name or help has all words of the term, by group. */
export const useFoundKinds = (term: string): { group: PaletteGroup; title: string; kinds: readonly Kind[] }[] => {
  const { kinds } = useEditor();
  const t = useT();
  const palette = usePalette(kinds, useCatalogue()?.types);
  return useMemo(() => {
    const words = plain(term).split(/\s+/).filter(Boolean);
    const fits = (kind: Kind): boolean => {
      const help = kind.help === undefined ? '' : translate(kind.plugin, kind.help);
      const text = plain(`${translate(kind.plugin, kind.label)} ${help}`);
      return words.every((word) => text.includes(word));
    };
    return paletteGroups.flatMap((group) => {
      const found = (palette.get(group) ?? []).filter(fits);
      return found.length === 0 ? [] : [{ group, title: t(`group.${group}`), kinds: found }];
    });
  }, [palette, term, t]);
};
