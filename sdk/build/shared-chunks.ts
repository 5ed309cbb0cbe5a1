import type { Rolldown } from 'vite';

type Graph = Rolldown.ChunkingContext;

/**
 * Whether a module belongs to a part that the plugin's entry names itself (a page, a badge, what runs beside all pages)
 * and to another chunk besides. What only the entry's parts fetch in their turn, a dialog say, does not.
 */
const sharedFirst = (moduleId: string, graph: Graph, entry: string): boolean => {
  const seen = new Set<string>();
  const waiting = [moduleId];
  let chunks = 0;
  let isFirst = false;
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (seen.has(id)) continue;
    seen.add(id);
    const found = graph.getModuleInfo(id);
    const importers = found?.dynamicImporters ?? [];
    if (importers.length > 0) chunks += 1;
    if (importers.includes(entry)) isFirst = true;
    if (isFirst && chunks > 1) return true;
    waiting.push(...(found?.importers ?? []));
  }
  return false;
};

const maxMerged = 24 * 1024;

/**
 * What several chunks use lies in few files: a request costs more than the little that a chunk might not need. Three
 * things stay apart all the same, so that each brings nothing of the next along: what the entry uses, what the parts
 * use that it names, and what those fetch later. The second is counted here and not by `minShareCount`, which leaves out
 * what a later part finds loaded by an earlier one; the group of later parts would take it along, and the first part
 * would have to fetch that whole group.
 */
export const sharedChunks = (entry: string): { groups: Rolldown.CodeSplittingGroup[] } => {
  const known = new Map<string, boolean>();
  const isSharedFirst = (id: string, graph: Graph): boolean => {
    const shared = known.get(id) ?? sharedFirst(id, graph, entry);
    known.set(id, shared);
    return shared;
  };
  return {
    groups: [
      { name: 'client', tags: ['$initial'], priority: 3 },
      { name: (id, graph) => (isSharedFirst(id, graph) ? 'first' : null), priority: 2 },
      { name: 'common', minShareCount: 2, entriesAware: true, entriesAwareMergeThreshold: maxMerged, priority: 1 },
    ],
  };
};
