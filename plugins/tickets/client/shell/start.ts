/** What stands on every page from the start, fetched as one. */
export { firstQueries } from '../pages/first-queries.ts';
export { default as LiveTickets } from './LiveTickets.tsx';
export { default as Notifications } from './Notifications.tsx';
export { default as WaitingBadge } from './WaitingBadge.tsx';
