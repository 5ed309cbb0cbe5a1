import type { Language, Email } from '@balcao/sdk/server';
import { mailText } from './texts.ts';
import type { MailText } from './texts.ts';

interface ResetCodeInput {
  to: string;
  name: string;
  /** Shown in two halves, so that it is easier to read and type. */
  code: string;
  minutes: number;
  language: Language;
}

/** Returns the e-mail with the code that sets a new password. */
export function resetCodeEmail({ to, name, code, minutes, language }: ResetCodeInput): Email {
  const shown = `${code.slice(0, 4)}-${code.slice(4)}`;
  const t = (key: MailText): string => mailText(language, key, { code: shown, minutes, name });
  return {
    to,
    language,
    subject: t('reset.subject'),
    preheader: t('reset.preheader'),
    title: t('reset.title'),
    parts: [
      { text: t('reset.greeting') },
      { text: t('reset.intro') },
      { code: shown, label: t('reset.codeLabel') },
      { text: t('reset.validity'), quiet: true },
      { button: t('reset.button'), href: '/forgetpsw' },
      { text: t('reset.ignore'), quiet: true },
    ],
  };
}
