/** Pages for people who cannot sign in yet, and the extra steps of a login. */
export { SignupPage } from './SignupPage.tsx';
export { ForgotPasswordPage } from './ForgotPasswordPage.tsx';
export { ChoosePasswordPage } from './ChoosePasswordPage.tsx';
export { LoginStep } from './LoginStep.tsx';
