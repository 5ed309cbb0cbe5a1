/** The components of every page, loaded at the start as one bundle. */
export { default as LiveConnections } from './LiveConnections.tsx';
export { default as TroubleBadge } from './trouble/TroubleBadge.tsx';
export { default as TroubleNotice } from './trouble/TroubleNotice.tsx';
