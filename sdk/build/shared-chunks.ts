import type { Rolldown } from 'vite';

type Graph = Rolldown.ChunkingContext;

/**
 * Returns true if a module belongs to a part that the plugin's entry names itself (a page, a badge, a background
 * component) and to another chunk besides. Modules that only those parts load in turn, such as a dialog, do not count.
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
 * Groups modules used by several chunks into few files, because a request costs more than a little unused code. Three
 * groups stay separate, so that none loads the next: the modules of the entry, those of the parts that it names, and
 * those that these load later. The second group is computed here instead of by `minShareCount`, which omits modules
 * that a later part finds already loaded by an earlier one; the group of later parts would contain them, and the first
 * part would have to load that whole group.
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
