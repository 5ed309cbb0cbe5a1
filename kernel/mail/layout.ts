import type { Language } from '@balcao/sdk/server';

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (sign) => entities[sign] ?? sign);

const languageTags: Record<Language, string> = { pt: 'pt-BR', en: 'en', es: 'es' };
const font = `font-family:Inter,'Segoe UI',Helvetica,Arial,sans-serif`;

/**
 * Styles of the dark theme: the keys are class names, the values CSS declarations. Email clients without a dark theme use
 * the inline styles.
 */
const darkStyles: Record<string, string> = {
  page: 'background:#141014',
  brand: 'color:#d9a3dd',
  card: 'background:#1f1a1f;border-color:#3a333a;color:#f2eef2',
  strong: 'color:#f7f3f7',
  quiet: 'color:#b3abb3',
  box: 'background:#2c212d;border-color:#523a54',
  code: 'color:#ecc9ef',
  line: 'border-color:#3a333a',
  warning: 'background:#3a2a12;border-color:#6b4d1c;color:#ffdfa6',
  button: 'background:#9f58a3',
  action: 'color:#ffffff',
};
/** Returns the rules of the dark theme. Inline styles would win without `!important`. */
const darkRules = (selectorPrefix: string): string =>
  Object.entries(darkStyles)
    .map(
      ([name, style]) =>
        `${selectorPrefix}.${name}{${style
          .split(';')
          .map((one) => `${one}!important`)
          .join(';')}}`,
    )
    .join('');

/**
 * The layout of every mail: tables and inline styles, because email clients support little else. Outlook marks its dark
 * mode with the attribute `data-ogsc` instead of the media query.
 */
export const mailLayout = (parts: {
  language: Language;
  title: string;
  preheader: string;
  /** Trusted HTML: callers escape texts in it. Its elements have the class names of `darkStyles`. */
  bodyHtml: string;
  footer: string;
}): string =>
  `<!doctype html>
<html lang="${languageTags[parts.language]}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><title>${escapeHtml(parts.title)}</title>
<style>:root{color-scheme:light dark;supported-color-schemes:light dark}@media (prefers-color-scheme:dark){${darkRules('')}}${darkRules('[data-ogsc] ')}</style></head>
<body class="page" style="margin:0;padding:0;background:#f2eef2">
<div style="display:none;max-height:0;overflow:hidden;opacity:0">${escapeHtml(parts.preheader)}</div>
<table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" style="background:#f2eef2"><tr><td align="center" style="padding:32px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:520px">
<tr><td class="brand" style="padding:0 8px 16px;${font};font-size:18px;font-weight:600;color:#803b83">Balcão</td></tr>
<tr><td class="card" style="padding:32px;background:#ffffff;border:1px solid #e5e2e5;border-radius:12px;${font};font-size:15px;line-height:22px;color:#1e191e;word-break:break-word">${parts.bodyHtml}</td></tr>
<tr><td class="quiet" style="padding:16px 8px;${font};font-size:12px;line-height:16px;color:#686268">${escapeHtml(parts.footer)}</td></tr>
</table></td></tr></table>
</body></html>
`;
