/** Everything that is on each page from the start, in one chunk. */
export { firstQueries } from '../pages/first-queries.ts';
export { default as LiveTickets } from './LiveTickets.tsx';
export { default as Notifications } from './Notifications.tsx';
export { default as WaitingBadge } from './WaitingBadge.tsx';
