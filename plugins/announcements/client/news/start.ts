/** The parts of every page, fetched as one chunk. */
export { LiveNews } from './LiveNews.tsx';
export { NewsButton } from './NewsButton.tsx';
