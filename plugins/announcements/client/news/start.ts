/** What stands on every page, fetched as one. */
export { LiveNews } from './LiveNews.tsx';
export { NewsButton } from './NewsButton.tsx';
