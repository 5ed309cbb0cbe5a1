import type { Language, Email } from '@balcao/sdk/server';
import { mailText } from './texts.ts';
import type { MailText } from './texts.ts';

interface LinkMailInput {
  to: string;
  name: string;
  company: string;
  /** Who sends it. */
  by: string;
  /** Somebody who never had a password; else somebody who gets a new one. */
  isInvited: boolean;
  /** Where the link leads. */
  path: string;
  hours: number;
  language: Language;
}

/** An invitation, or a link for a new password. */
export function linkLetter({ to, name, company, by, isInvited, path, hours, language }: LinkMailInput): Email {
  const t = (key: MailText): string => mailText(language, key, { name, company, by, hours });
  const kind = isInvited ? 'invite' : 'link';
  return {
    to,
    language,
    subject: t(`${kind}.subject`),
    preheader: t(`${kind}.preheader`),
    title: t(`${kind}.title`),
    parts: [
      { text: t('reset.greeting') },
      { text: t(`${kind}.intro`) },
      { button: t(`${kind}.button`), href: path },
      { text: t('link.validity'), quiet: true },
      { text: t(`${kind}.ignore`), quiet: true },
    ],
  };
}
