import type { ImportsByFile } from './read-imports.ts';
import { zoneOfImport } from './zones.ts';

/**
 * Returns the import cycles, one line each. Types count, because such files can be neither read nor moved alone. What
 * is imported with `import(…)` when the code runs does not count.
 */
export function importCycles(imports: ImportsByFile): string[] {
  const cycles = new Map<string, string>();
  const isDone = new Set<string>();
  const path: string[] = [];
  const visit = (file: string): void => {
    const start = path.indexOf(file);
    if (start >= 0) {
      const cycle = path.slice(start);
      cycles.set(cycle.toSorted().join(), [...cycle, file].join(' imports '));
      return;
    }
    if (isDone.has(file)) return;
    path.push(file);
    for (const { specifier, isDynamic } of imports.get(file) ?? []) {
      const { path: target } = zoneOfImport(file, specifier);
      if (!isDynamic && imports.has(target)) visit(target);
    }
    path.pop();
    isDone.add(file);
  };
  for (const file of imports.keys()) visit(file);
  return [...cycles.values()].map((cycle) => `${cycle}: move what both need into a file of its own`);
}
