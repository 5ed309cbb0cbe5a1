/**
 * The UI kit is in five shared files, so that a page loads what it renders: the four parts listed here, and `page` with
 * all other files of `sdk/client/ui`. Authors import `@balcao/sdk/ui`.
 */

export const uiBarrel = '@balcao/sdk/ui';

/**
 * Components that the first screens render. Of the overlays only tooltips and toasts are among them; dialogs, menus and
 * sheets are loaded with a page.
 */
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

/** Base names of the files of each part. A name without a file would leave its component in `page` unnoticed. */
export const uiPartFiles: Record<string, readonly string[]> = { base, form, list, chart };
const otherFiles = 'page';

export const uiPartIds: readonly string[] = ['base', otherFiles, 'form', 'list', 'chart'].map(
  (part) => `${uiBarrel}/${part}`,
);

/** Returns the id of the shared file that contains a file of the kit, by its base name. */
export function uiPartOf(file: string): string {
  const name = file.replace(/^.*\//, '').replace(/\.tsx?$/, '');
  const part = Object.entries(uiPartFiles).find(([, names]) => names.includes(name))?.[0] ?? otherFiles;
  return `${uiBarrel}/${part}`;
}
