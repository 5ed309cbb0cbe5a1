import type { Language, Email } from '@balcao/sdk/server';
import { mailText } from './texts.ts';
import type { MailText } from './texts.ts';

interface PasswordLinkInput {
  to: string;
  name: string;
  company: string;
  /** Name of the person who sends it. */
  by: string;
  /** True for a person who never had a password, false for one who gets a new one. */
  isInvited: boolean;
  /** Path of the link. */
  path: string;
  hours: number;
  language: Language;
}

/** Returns an invitation, or the e-mail with a link for a new password. */
export function passwordLinkEmail({
  to,
  name,
  company,
  by,
  isInvited,
  path,
  hours,
  language,
}: PasswordLinkInput): Email {
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
