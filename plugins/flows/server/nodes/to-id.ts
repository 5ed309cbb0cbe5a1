/** Reads the id that an import chose; null: none. */
export const toId = (id: string | undefined): number | null =>
  id !== undefined && /^\d{1,10}$/.test(id) ? Number(id) : null;
