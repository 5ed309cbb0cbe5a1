/** The host's own small pages; the settings are a chunk of their own. */
export { LoginPage } from './LoginPage.tsx';
export { SignupPage } from './SignupPage.tsx';
export { ForgotPasswordPage } from './ForgotPasswordPage.tsx';
export { NotFoundPage } from './NotFoundPage.tsx';
export { ForbiddenPage } from './ForbiddenPage.tsx';
export { StartPage } from './StartPage.tsx';
