/** The UI kit lies in four shared files, so that a page fetches what it draws. Authors import `@balcao/sdk/ui`. */

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
  'InToasts',
  'marks',
  'name-colour',
  'states',
  'tokens',
  'walk',
];
/** Generated forms, with the heavy controls they choose from. */
const form = ['ColorPalette', 'ListField', 'SchemaControl', 'SchemaForm', 'color-name'];

/** Tables, and pages that are one: dialogs over a conversation do without. */
const list = [
  'DataTable',
  'EditDialog',
  'EditableList',
  'ListPage',
  'TwoLines',
  'row-window',
  'table-styles',
  'use-pages',
  'use-removal',
];

export const uiPartIds: readonly string[] = ['base', 'page', 'form', 'list'].map((part) => `${uiBarrel}/${part}`);

/** The id of the shared file that a file of the kit lies in; what is named nowhere belongs to pages. */
export function uiPartOf(file: string): string {
  const name = file.replace(/^.*\//, '').replace(/\.tsx?$/, '');
  const part = base.includes(name) ? 'base' : form.includes(name) ? 'form' : list.includes(name) ? 'list' : 'page';
  return `${uiBarrel}/${part}`;
}
