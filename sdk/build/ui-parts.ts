/** The UI kit is in five shared files, so that a page loads what it renders. Authors import `@balcao/sdk/ui`. */

export const uiBarrel = '@balcao/sdk/ui';

/** Components of the first screens, without any overlays. */
const base = [
  'Avatar',
  'ChannelGlyph',
  'VisuallyHidden',
  'IconButton',
  'Kbd',
  'LazyTooltip',
  'TooltipSurface',
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
  'roving-focus',
];
/** Generated forms, with the large controls that they select from. */
const form = ['ColorPalette', 'ListField', 'SchemaControl', 'SchemaForm', 'color-name'];

/** Tables and list pages; dialogs over a conversation do not need them. */
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

/** Charts, which few pages have. */
const chart = ['BarChart', 'ChartFrame', 'chart-fill'];

const parts = { base, form, list, chart };

export const uiPartIds: readonly string[] = ['base', 'page', 'form', 'list', 'chart'].map(
  (part) => `${uiBarrel}/${part}`,
);

/** Returns the id of the shared file that contains a file of the kit; unlisted files belong to pages. */
export function uiPartOf(file: string): string {
  const name = file.replace(/^.*\//, '').replace(/\.tsx?$/, '');
  const part = Object.entries(parts).find(([, names]) => names.includes(name))?.[0] ?? 'page';
  return `${uiBarrel}/${part}`;
}
