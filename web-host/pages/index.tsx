/** The host's own small pages that most visits meet; those of an account and the settings are chunks of their own. */
export { LoginPage } from './LoginPage.tsx';
export { NotFoundPage } from './NotFoundPage.tsx';
export { ForbiddenPage } from './ForbiddenPage.tsx';
export { StartPage } from './StartPage.tsx';
