/** The host's own pages. Those behind the login are small chunks of their own. */
import { lazyPart } from '@balcao/sdk/client';

export { LoginPage } from './LoginPage.tsx';
export { SignupPage } from './SignupPage.tsx';
export { ForgotPasswordPage } from './ForgotPasswordPage.tsx';
export { NotFoundPage } from './NotFoundPage.tsx';
export { ForbiddenPage } from './ForbiddenPage.tsx';
export { StartPage } from './StartPage.tsx';
export const SettingsPage = lazyPart(() =>
  import('./settings/SettingsPage.tsx').then((part) => ({ default: part.SettingsPage })),
);
