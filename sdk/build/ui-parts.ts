/** The UI kit lies in three shared files, so that a page fetches what it draws. Authors import `@balcao/sdk/ui`. */

export const uiBarrel = '@balcao/sdk/ui';

/** What the first screens draw, with nothing that opens over them. */
const base = [
  'Avatar',
  'ChannelGlyph',
  'Heard',
  'IconButton',
  'Kbd',
  'Mark',
  'RelativeTime',
  'SearchBox',
  'Segment',
  'Tabs',
  'TouchTopBar',
  'marks',
  'name-colour',
  'states',
  'tokens',
  'walk',
];
/** Generated forms, with the heavy controls they choose from. */
const form = ['ColorPalette', 'SchemaControl', 'SchemaForm'];

export const uiPartIds: readonly string[] = [`${uiBarrel}/base`, `${uiBarrel}/page`, `${uiBarrel}/form`];

/** The id of the shared file that a file of the kit lies in; what is named nowhere belongs to pages. */
export function uiPartOf(file: string): string {
  const name = file.replace(/^.*\//, '').replace(/\.tsx?$/, '');
  return `${uiBarrel}/${base.includes(name) ? 'base' : form.includes(name) ? 'form' : 'page'}`;
}
