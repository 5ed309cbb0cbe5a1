import type { Rolldown } from 'vite';

type Graph = Rolldown.ChunkingContext;

/**
 * Whether a part that the plugin's entry names itself (a page, a badge, what runs beside all pages) brings this module
 * along. What only such parts fetch in their turn, a dialog say, is not.
 */
const standsFirst = (moduleId: string, graph: Graph, entry: string): boolean => {
  const seen = new Set<string>();
  const waiting = [moduleId];
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (seen.has(id)) continue;
    seen.add(id);
    const found = graph.getModuleInfo(id);
    if (found?.dynamicImporters.includes(entry)) return true;
    waiting.push(...(found?.importers ?? []));
  }
  return false;
};

const mostMerged = 24 * 1024;

/**
 * What several chunks use lies in few files: a request costs more than the little that a chunk might not need. Three
 * things stay apart all the same, so that each brings nothing of the next along: what the entry uses, what the parts
 * use that it names, and what those fetch later.
 */
export const sharedChunks = (entry: string): { groups: Rolldown.CodeSplittingGroup[] } => {
  const known = new Map<string, boolean>();
  const isFirst = (id: string, graph: Graph): boolean => {
    const first = known.get(id) ?? standsFirst(id, graph, entry);
    known.set(id, first);
    return first;
  };
  return {
    groups: [
      { name: 'start', tags: ['$initial'], minShareCount: 2, priority: 3 },
      { name: (id, graph) => (isFirst(id, graph) ? 'first' : null), minShareCount: 2, priority: 2 },
      { name: 'common', minShareCount: 2, entriesAware: true, entriesAwareMergeThreshold: mostMerged, priority: 1 },
    ],
  };
};
