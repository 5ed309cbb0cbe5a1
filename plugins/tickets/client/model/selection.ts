/** The selected rows, and the one that a range starts from. */
export interface Selection {
  ids: ReadonlySet<number>;
  anchor: number | undefined;
}

export const nothingSelected: Selection = { ids: new Set(), anchor: undefined };

/** Maximum number of selected rows, as on the server. */
export const maxSelected = 500;

const bounded = (ids: Iterable<number>): ReadonlySet<number> => new Set([...ids].slice(0, maxSelected));

export function toggled({ ids }: Selection, id: number): Selection {
  const next = new Set(ids);
  if (!next.delete(id)) next.add(id);
  return { ids: bounded(next), anchor: id };
}

/** Selects from the last selected row to this one; earlier selections stay. */
export function rangedTo({ ids, anchor }: Selection, rows: readonly number[], id: number): Selection {
  const [from, to] = [anchor === undefined ? -1 : rows.indexOf(anchor), rows.indexOf(id)];
  if (to < 0) return { ids, anchor };
  if (from < 0) return { ids: bounded([...ids, id]), anchor: id };
  return { ids: bounded([...ids, ...rows.slice(Math.min(from, to), Math.max(from, to) + 1)]), anchor };
}

export const allOf = (rows: readonly number[]): Selection => ({ ids: bounded(rows), anchor: rows[0] });

/** Deselects a row that left the list: an action on it would not be visible. */
export function stillThere(selection: Selection, rows: readonly number[]): Selection {
  if (selection.ids.size === 0) return selection;
  const present = new Set(rows);
  const ids = [...selection.ids].filter((id) => present.has(id));
  return ids.length === selection.ids.size ? selection : { ...selection, ids: new Set(ids) };
}
