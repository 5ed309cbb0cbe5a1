/** Ids with another meaning: schemas of PostgreSQL, addresses of the product. */
const reserved = new Set([
  'kernel',
  'public',
  'jobs',
  'information-schema',
  'auth',
  'bootstrap',
  'mails',
  'permissions',
  'platform',
  'settings',
  'api',
  'host',
  'plugins',
]);

/** Returns what is wrong with an id, in a sentence; undefined if it is valid. */
export function idObjection(id: string, taken: readonly string[]): string | undefined {
  if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(id))
    return 'an id is lower-case letters, digits and single dashes, and begins with a letter, as in guest-book';
  if (id.length > 40) return 'an id has at most 40 characters';
  if (reserved.has(id) || id.startsWith('pg-')) return `"${id}" is a name of the product’s own`;
  if (taken.includes(id)) return `the product has a plugin "${id}" already`;
  return undefined;
}

/** Returns what is wrong with a displayed line of text. */
export const wordObjection =
  (maxLength: number) =>
  (text: string): string | undefined => {
    if (text.trim() === '') return 'it is empty';
    if (text.length > maxLength) return `it has more than ${maxLength} characters`;
    // Control characters would end up in files and headings.
    return /\p{Cc}/u.test(text) ? 'it holds characters that cannot be shown' : undefined;
  };

/** `guest-book`: `Guest book`. */
export const titleFrom = (id: string): string => {
  const words = id.replaceAll('-', ' ');
  return words.slice(0, 1).toUpperCase() + words.slice(1);
};

/** `guest-book-2`: `guestBook2`. */
export const camelFrom = (id: string): string =>
  id.replaceAll(/-([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());

/** Returns a permission's name, which has no digits: `guest-book`. */
export const permissionFrom = (id: string): string =>
  id.replaceAll(/\d+/g, '').replaceAll(/-+/g, '-').replaceAll(/^-|-$/g, '');
