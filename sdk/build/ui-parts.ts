/** The UI kit lies in three shared files, so that a page fetches what it draws. Authors import `@balcao/sdk/ui`. */

export const uiBarrel = '@balcao/sdk/ui';

/** What the shell draws on every page. */
const base = [
  'Avatar',
  'ChannelGlyph',
  'Heard',
  'IconButton',
  'Kbd',
  'Mark',
  'RelativeTime',
  'TouchTopBar',
  'dialog-frame',
  'marks',
  'name-colour',
  'states',
  'tokens',
];
/** Generated forms, with the heavy controls they choose from. */
const form = ['ColorPalette', 'SchemaControl', 'SchemaForm'];

export const uiPartIds: readonly string[] = [`${uiBarrel}/base`, `${uiBarrel}/page`, `${uiBarrel}/form`];

/** The id of the shared file that a file of the kit lies in; what is named nowhere belongs to pages. */
export function uiPartOf(file: string): string {
  const name = file.replace(/^.*\//, '').replace(/\.tsx?$/, '');
  return `${uiBarrel}/${base.includes(name) ? 'base' : form.includes(name) ? 'form' : 'page'}`;
}
