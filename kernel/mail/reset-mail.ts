import type { Language } from '@balcao/sdk/server';
import { escaped, mailPage } from './page.ts';
import { mailText } from './texts.ts';
import type { MailText } from './texts.ts';

interface ResetMailInput {
  name: string;
  /** Shown in two halves, so that it is read and typed without a slip. */
  code: string;
  minutes: number;
  language: Language;
  publicUrl: string;
}

/** The code that sets a new password. */
export function resetMail(input: ResetMailInput): { subject: string; text: string; html: string } {
  const code = `${input.code.slice(0, 4)}-${input.code.slice(4)}`;
  const values = { code, minutes: input.minutes, name: input.name };
  const t = (key: MailText): string => mailText(input.language, key, values);
  const link = `${input.publicUrl}/forgetpsw`;
  const text = [
    t('reset.greeting'),
    t('reset.intro'),
    `${t('reset.codeLabel')}: ${code}`,
    t('reset.validity'),
    `${t('reset.button')}: ${link}`,
    t('reset.ignore'),
    `--\n${t('footer')}`,
  ].join('\n\n');
  const body = `
<h1 style="margin:0 0 16px;font-size:22px;line-height:28px;font-weight:600;color:#1e191e">${escaped(t('reset.title'))}</h1>
<p style="margin:0 0 12px">${escaped(t('reset.greeting'))}</p>
<p style="margin:0 0 24px">${escaped(t('reset.intro'))}</p>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="margin:0 0 16px"><tr>
<td align="center" style="padding:16px;background:#f8f1f9;border:1px solid #e8d2ec;border-radius:8px">
<div style="font-size:12px;line-height:16px;color:#686268">${escaped(t('reset.codeLabel'))}</div>
<div style="font-family:ui-monospace,Menlo,Consolas,monospace;font-size:28px;line-height:40px;font-weight:700;letter-spacing:3px;color:#642a64">${escaped(code)}</div>
</td></tr></table>
<p style="margin:0 0 24px;color:#686268">${escaped(t('reset.validity'))}</p>
<table role="presentation" cellpadding="0" cellspacing="0" style="margin:0 0 24px"><tr>
<td style="background:#803b83;border-radius:6px"><a href="${escaped(link)}" style="display:inline-block;padding:10px 20px;font-weight:600;color:#ffffff;text-decoration:none">${escaped(t('reset.button'))}</a></td>
</tr></table>
<p style="margin:0;color:#686268">${escaped(t('reset.ignore'))}</p>`;
  const { language } = input;
  return {
    subject: t('reset.subject'),
    text,
    html: mailPage({ language, preheader: t('reset.preheader'), body, footer: t('footer') }),
  };
}
