import { useEffect, useState } from 'react';
import { searchSource, translate, usePoint, foldText } from '@balcao/sdk/client';
import type { IconPart, PaletteAvatar, SearchHit } from '@balcao/sdk/client';
import { useCommandContext } from './commands.tsx';
import { withIconBoundary } from './icon-boundary.tsx';

/** A line of the palette. */
export interface PaletteEntry {
  key: string;
  title: string;
  subtitle?: string;
  icon?: IconPart;
  face?: PaletteAvatar;
  /** Path of its page; absent on actions. */
  path?: string;
  shortcut?: string;
  excerpt?: NonNullable<SearchHit['excerpt']>;
  when?: string;
  /** Prefetches the code of the page. */
  approach?: () => void;
  run?: () => void;
}
export interface PaletteGroup {
  key: string;
  label: string;
  entries: readonly PaletteEntry[];
}

/** Milliseconds without typing before the server is queried. */
const rest = 200;
const perSource = 6;

/** Returns the match score, higher is better; 0 is no match: start of the text, start of a word, then anywhere. */
export function score(text: string, term: string): number {
  const where = foldText(text).indexOf(foldText(term));
  if (where < 0) return 0;
  if (where === 0) return 3;
  return /[\s/·-]/.test(foldText(text)[where - 1] ?? '') ? 2 : 1;
}

export interface SearchState {
  groups: readonly PaletteGroup[];
  searching: boolean;
  /** At least one source did not answer. */
  failed: boolean;
}
const idle: SearchState = { groups: [], searching: false, failed: false };

/** Returns the sources for a term: all, or the one whose prefix it starts with. */
export function sourcesFor<S extends { prefix?: string }>(term: string, sources: readonly S[]): readonly S[] {
  const own = sources.filter(({ prefix }) => prefix !== undefined && term.startsWith(prefix));
  return own.length > 0 ? own : sources;
}

/** Queries every source at once; each result is shown as it arrives, in the sources' order. */
export function useSearch(term: string, open: boolean): SearchState {
  const all = usePoint(searchSource);
  const contextFor = useCommandContext();
  const [state, setState] = useState<SearchState>(idle);
  const wanted = open ? term.trim() : '';

  useEffect(() => {
    const sources = sourcesFor(wanted, all);
    if (wanted.length < 2 || !contextFor || sources.length === 0) {
      setState(idle);
      return undefined;
    }
    const abort = new AbortController();
    // Earlier results stay until the new ones arrive: the list does not blink while somebody types.
    setState((before) => ({ ...before, searching: true }));
    const timer = window.setTimeout(() => {
      const answers = new Map<string, PaletteGroup | undefined>();
      let waiting = sources.length;
      let failed = false;
      const publish = () => {
        if (abort.signal.aborted) return;
        setState((before) => ({
          // A source without an answer yet keeps the place of its earlier results, so that the list below does not
          // jump.
          groups: sources.flatMap(({ plugin, id }) => {
            const key = `${plugin}/${id}`;
            return (answers.has(key) ? answers.get(key) : before.groups.find((group) => group.key === key)) ?? [];
          }),
          searching: waiting > 0,
          failed,
        }));
      };
      for (const source of sources) {
        const key = `${source.plugin}/${source.id}`;
        void Promise.resolve()
          .then(() => source.search(wanted, { ...contextFor(source.plugin), signal: abort.signal }))
          .then((hits) => {
            const entries = hits.slice(0, perSource).map((hit) => entryOf(key, hit));
            answers.set(
              key,
              entries.length > 0 ? { key, label: translate(source.plugin, source.label), entries } : undefined,
            );
          })
          .catch(() => {
            failed = true;
            answers.set(key, undefined);
          })
          .finally(() => {
            waiting -= 1;
            publish();
          });
      }
    }, rest);
    return () => {
      window.clearTimeout(timer);
      abort.abort();
    };
  }, [wanted, all, contextFor]);

  return state;
}

const entryOf = (source: string, hit: SearchHit): PaletteEntry => ({
  key: `${source}/${hit.id}`,
  title: hit.title,
  path: hit.path,
  ...(hit.subtitle ? { subtitle: hit.subtitle } : {}),
  ...(hit.avatar ? { face: hit.avatar } : {}),
  ...(hit.icon ? { icon: withIconBoundary(hit.icon) } : {}),
  ...(hit.excerpt ? { excerpt: hit.excerpt } : {}),
  ...(hit.when ? { when: hit.when } : {}),
  ...(hit.prefetch
    ? {
        approach: () => {
          try {
            hit.prefetch?.();
          } catch (error) {
            console.error(`[${source}] prefetch() of ${hit.id} threw`, error);
          }
        },
      }
    : {}),
});
