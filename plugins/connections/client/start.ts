/** The components of every page, loaded at the start as one bundle. */
export { default as LiveConnections } from './LiveConnections.tsx';
export { default as TroubleBadge } from './outage/OutageBadge.tsx';
export { default as TroubleNotice } from './outage/OutageNotice.tsx';
