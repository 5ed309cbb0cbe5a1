/** The host's own small pages that most visits need; account pages and settings are separate chunks. */
export { LoginPage } from './LoginPage.tsx';
export { NotFoundPage } from './NotFoundPage.tsx';
export { ForbiddenPage } from './ForbiddenPage.tsx';
export { StartPage } from './StartPage.tsx';
