import { z } from 'zod';
import { AppError } from '@balcao/sdk/server';
import type { Language, Email, EmailPart } from '@balcao/sdk/server';
import { escapeHtml, mailLayout } from './layout.ts';
import { mailText } from './texts.ts';

export interface RenderedMail {
  to: string;
  subject: string;
  text: string;
  html: string;
}

/** Exactly one address: a list or a second header would send the mail to other people. */
const address = z
  .string()
  .trim()
  .max(254)
  .regex(/^[^\s,;<>"]+$/)
  .pipe(z.email());

/** Joins lines, because a name in a subject could otherwise add a header. */
const oneLine = (text: string): string =>
  text
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim()
    .slice(0, 200);
/** Removes characters that PostgreSQL or mail cannot carry. */
const plain = (text: string): string => text.replaceAll(/(?![\t\r\n])\p{Cc}/gu, '');

const linkOf = (href: string, publicUrl: string): string => {
  if (href.startsWith('/') && !href.startsWith('//')) return `${publicUrl}${href}`;
  if (/^https?:\/\/[^\s]+$/.test(href)) return href;
  throw new Error(`a mail's button cannot lead to "${href.slice(0, 100)}": give a path or an https address`);
};

const textOf = (part: EmailPart, publicUrl: string): string => {
  if ('text' in part) return part.text;
  if ('code' in part) return `${part.label}: ${part.code}`;
  if ('facts' in part) return part.facts.map(({ label, value }) => `${label}: ${value}`).join('\n');
  if ('button' in part) return `${part.button}: ${linkOf(part.href, publicUrl)}`;
  return `! ${part.warning}`;
};

const table = 'role="presentation" cellpadding="0" cellspacing="0"';
const htmlOf = (part: EmailPart, publicUrl: string): string => {
  if ('text' in part) {
    const lines = escapeHtml(part.text).replaceAll('\n', '<br>');
    return part.quiet
      ? `<p class="quiet" style="margin:0 0 16px;color:#686268">${lines}</p>`
      : `<p style="margin:0 0 16px">${lines}</p>`;
  }
  if ('code' in part)
    return `<table ${table} width="100%" style="margin:8px 0 24px"><tr>
<td class="box" align="center" style="padding:16px;background:#f8f1f9;border:1px solid #e8d2ec;border-radius:8px">
<div class="quiet" style="font-size:12px;line-height:16px;color:#686268">${escapeHtml(part.label)}</div>
<div class="code" style="font-family:ui-monospace,Menlo,Consolas,monospace;font-size:28px;line-height:40px;font-weight:700;letter-spacing:3px;color:#642a64">${escapeHtml(part.code)}</div>
</td></tr></table>`;
  if ('facts' in part)
    return `<table ${table} width="100%" style="margin:8px 0 24px">${part.facts
      .map(
        ({ label, value }) =>
          `<tr><td class="quiet line" valign="top" style="padding:8px 16px 8px 0;border-bottom:1px solid #e5e2e5;color:#686268;white-space:nowrap">${escapeHtml(label)}</td><td class="line strong" valign="top" align="right" style="padding:8px 0;border-bottom:1px solid #e5e2e5;font-weight:600;color:#1e191e">${escapeHtml(value)}</td></tr>`,
      )
      .join('')}</table>`;
  if ('button' in part)
    return `<table ${table} style="margin:8px 0 24px"><tr>
<td class="button" style="background:#803b83;border-radius:6px"><a class="action" href="${escapeHtml(linkOf(part.href, publicUrl))}" style="display:inline-block;padding:10px 20px;font-weight:600;color:#ffffff;text-decoration:none">${escapeHtml(part.button)}</a></td>
</tr></table>`;
  return `<table ${table} width="100%" style="margin:8px 0 24px"><tr>
<td class="warning" style="padding:12px 16px;background:#fff4e0;border:1px solid #f0d5a4;border-radius:8px;color:#6b4400">${escapeHtml(part.warning)}</td></tr></table>`;
};

const cleaned = (part: EmailPart): EmailPart =>
  JSON.parse(JSON.stringify(part), (_key, value: unknown) => (typeof value === 'string' ? plain(value) : value));

/** Renders an e-mail in HTML and in plain text. */
export function renderEmail(email: Email, language: Language, publicUrl: string): RenderedMail {
  const to = address.safeParse(email.to);
  if (!to.success) throw new AppError(400, 'ERR_INVALID_EMAIL');
  const parts = email.parts.map(cleaned);
  const title = oneLine(email.title);
  const footer = mailText(language, 'footer');
  const first = parts.find((part) => 'text' in part);
  const bodyHtml = [
    `<h1 class="strong" style="margin:0 0 16px;font-size:22px;line-height:28px;font-weight:600;color:#1e191e">${escapeHtml(title)}</h1>`,
    ...parts.map((part) => htmlOf(part, publicUrl)),
  ].join('\n');
  return {
    to: to.data,
    subject: oneLine(email.subject),
    text: [title, ...parts.map((part) => textOf(part, publicUrl)), `--\n${footer}`].join('\n\n'),
    html: mailLayout({
      language,
      title,
      preheader: oneLine(email.preheader ?? (first && 'text' in first ? first.text : email.title)),
      bodyHtml,
      footer,
    }),
  };
}
