/** What stands on every page from the start, and on every row of the conversations. */
export { default as LiveTags } from './live/LiveTags.tsx';
export { default as TagBadges } from './list/TagBadges.tsx';
