/**
 * One shared file with the Fluent components of a page's first screen, which would otherwise wait for menus, dialogs,
 * focus traps and the rest of their packages. Builds import these names from here and all others from their packages;
 * both are the same instances.
 */
export const firstFluent = '@balcao/sdk/fluent';

/** Names of Fluent's barrel. Within a major of the SDK names are only added, because existing bundles import them. */
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
  'resolvePositioningShorthand',
  'tokens',
  'useTooltipVisibility',
];

/** The function that creates icons; otherwise each bundle would contain a copy. */
export const iconMaker = 'createFluentIcon';
