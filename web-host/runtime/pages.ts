/** The host's own pages, each fetched when it is first shown. */
import { lazyPart, type LazyPart } from '@balcao/sdk/client';

const pages = () => import('../pages/index.tsx');
const account = () => import('../pages/account.tsx');
export const LoginPage = lazyPart(async () => ({ default: (await pages()).LoginPage }));
export const SignupPage = lazyPart(async () => ({ default: (await account()).SignupPage }));
export const ForgotPasswordPage = lazyPart(async () => ({ default: (await account()).ForgotPasswordPage }));
export const ChoosePasswordPage = lazyPart(async () => ({ default: (await account()).ChoosePasswordPage }));
/** Declared here and not in its page: parts loaded from the start chunk already have its styles. */
export const LoginStep = lazyPart(async () => ({ default: (await account()).LoginStep }));
export const DemoOffer = lazyPart(async () => ({ default: (await import('../pages/DemoOffer.tsx')).DemoOffer }));
export const SettingsPage = lazyPart(async () => ({
  default: (await import('../pages/settings/SettingsPage.tsx')).SettingsPage,
}));
export const StartPage = lazyPart(async () => ({ default: (await pages()).StartPage }));
export const NotFoundPage = lazyPart(async () => ({ default: (await pages()).NotFoundPage }));
export const ForbiddenPage = lazyPart(async () => ({ default: (await pages()).ForbiddenPage }));

const visitorPages: Readonly<Record<string, LazyPart<object>>> = {
  '/login': LoginPage,
  '/signup': SignupPage,
  '/forgetpsw': ForgotPasswordPage,
  '/password': ChoosePasswordPage,
};
const privatePages: Readonly<Record<string, LazyPart<object>>> = { '/': StartPage, '/settings': SettingsPage };

/** Returns the host's own page at a path, or undefined. */
export const hostPageAt = (path: string, isSignedIn: boolean): LazyPart<object> | undefined =>
  (isSignedIn ? privatePages : visitorPages)[path] ?? visitorPages[path];
