/**
 * What a page draws before anybody touches it, in one shared file of its own: without it the first screen would wait
 * for menus, dialogs, focus traps and everything else that a Fluent package holds beside its plainest part.
 * Builds import these names from here and all others from their packages; both are the same instances.
 */
export const firstFluent = '@balcao/sdk/fluent';

/** Names of Fluent's barrel. Within a major of the SDK names are added, never taken away: built bundles ask for them. */
export const firstFluentNames: readonly string[] = [
  'Button',
  'CounterBadge',
  'Field',
  'FluentProvider',
  'Input',
  'Skeleton',
  'SkeletonItem',
  'Spinner',
  'Text',
  'Tooltip',
  'createDarkTheme',
  'createLightTheme',
  'tokens',
  'useTooltipVisibility',
];

/** What every icon is made with; each bundle would bring a copy. */
export const iconMaker = 'createFluentIcon';
