/** The part of every page. */
export { ChatButton } from './ChatButton.tsx';
