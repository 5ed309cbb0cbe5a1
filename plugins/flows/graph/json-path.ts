/** Reads a part of JSON by a path like `data.items[0].name`; '' is all of it. Only own keys are followed. */
export const readPath = (json: unknown, path: string): unknown => {
  const keys = path
    .replace(/^\$\.?/, '')
    .split(/[.[\]]+/)
    .filter((key) => key !== '');
  let at: unknown = json;
  for (const key of keys) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, key)) return undefined;
    at = (at as Record<string, unknown>)[key];
  }
  return at;
};
