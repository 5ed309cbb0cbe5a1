/** What stands on every page from the start, fetched as one. */
export { default as LiveConnections } from './LiveConnections.tsx';
export { default as TroubleBadge } from './trouble/TroubleBadge.tsx';
export { default as TroubleNotice } from './trouble/TroubleNotice.tsx';
