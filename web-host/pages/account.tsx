/** What somebody without a way in opens, and what a login asks besides the password. */
export { SignupPage } from './SignupPage.tsx';
export { ForgotPasswordPage } from './ForgotPasswordPage.tsx';
export { ChoosePasswordPage } from './ChoosePasswordPage.tsx';
export { LoginStep } from './LoginStep.tsx';
