/** The host's own pages, each fetched when it is first shown. */
import { lazyPart } from '@balcao/sdk/client';

const pages = () => import('../pages/index.tsx');
export const LoginPage = lazyPart(async () => ({ default: (await pages()).LoginPage }));
export const SignupPage = lazyPart(async () => ({ default: (await pages()).SignupPage }));
export const ForgotPasswordPage = lazyPart(async () => ({ default: (await pages()).ForgotPasswordPage }));
export const SettingsPage = lazyPart(async () => ({
  default: (await import('../pages/settings/SettingsPage.tsx')).SettingsPage,
}));
export const StartPage = lazyPart(async () => ({ default: (await pages()).StartPage }));
export const NotFoundPage = lazyPart(async () => ({ default: (await pages()).NotFoundPage }));
export const ForbiddenPage = lazyPart(async () => ({ default: (await pages()).ForbiddenPage }));
