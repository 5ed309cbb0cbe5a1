import { useEffect, useState } from 'react';
import { searchSource, translate, usePoint } from '@balcao/sdk/client';
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
  /** Where it leads; absent on actions. */
  path?: string;
  shortcut?: string;
  excerpt?: NonNullable<SearchHit['excerpt']>;
  when?: string;
  /** Asks for what it opens. */
  approach?: () => void;
  run?: () => void;
}
export interface PaletteGroup {
  key: string;
  label: string;
  entries: readonly PaletteEntry[];
}

/** Typing rests this long before the server is asked. */
const rest = 200;
const perSource = 6;

/** Without accents and capitals: what people type against what is written. */
export const plain = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** Higher is better; 0 is no match: the start of the text, of a word, then anywhere. */
export function score(text: string, term: string): number {
  const where = plain(text).indexOf(plain(term));
  if (where < 0) return 0;
  if (where === 0) return 3;
  return /[\s/·-]/.test(plain(text)[where - 1] ?? '') ? 2 : 1;
}

/** Where `term` stands in `text`, as [start, end) of the text as written; undefined when nowhere. */
export function matchIn(text: string, term: string): readonly [number, number] | undefined {
  const wanted = plain(term.trim());
  if (wanted === '') return undefined;
  let flat = '';
  const origin: number[] = [];
  let at = 0;
  for (const character of text) {
    for (const letter of plain(character)) {
      flat += letter;
      origin.push(at);
    }
    at += character.length;
  }
  const start = flat.indexOf(wanted);
  if (start < 0) return undefined;
  const after = origin[start + wanted.length] ?? text.length;
  return [origin[start] ?? 0, after];
}

export interface SearchState {
  groups: readonly PaletteGroup[];
  searching: boolean;
  /** At least one source did not answer. */
  failed: boolean;
}
const idle: SearchState = { groups: [], searching: false, failed: false };

/** The sources that a term is for: all, or the one whose sign it begins with. */
export function sourcesFor<S extends { prefix?: string }>(term: string, sources: readonly S[]): readonly S[] {
  const own = sources.filter(({ prefix }) => prefix !== undefined && term.startsWith(prefix));
  return own.length > 0 ? own : sources;
}

/** Asks every source at once; each answer shows as it arrives, in the sources' order. */
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
    // Earlier hits stay until the new ones come: the list does not blink while somebody types.
    setState((before) => ({ ...before, searching: true }));
    const timer = window.setTimeout(() => {
      const answers = new Map<string, PaletteGroup | undefined>();
      let waiting = sources.length;
      let failed = false;
      const publish = () => {
        if (abort.signal.aborted) return;
        setState((before) => ({
          // Whoever has not answered yet keeps the place of its earlier hits: what is below does not jump.
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
