/** The parts of every page and of every row of the conversations. */
export { default as LiveTags } from './live/LiveTags.tsx';
export { default as TagBadges } from './list/TagBadges.tsx';
