import type { Language } from '@balcao/sdk/server';

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
export const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => entities[sign] ?? sign);

const languageTags: Record<Language, string> = { pt: 'pt-BR', en: 'en', es: 'es' };

/** The frame of every mail: tables and inline styles, because mail programs know little else. `body` is HTML. */
export const mailPage = (parts: { language: Language; preheader: string; body: string; footer: string }): string =>
  `<!doctype html>
<html lang="${languageTags[parts.language]}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="color-scheme" content="light"></head>
<body style="margin:0;padding:0;background:#f2eef2">
<div style="display:none;max-height:0;overflow:hidden;opacity:0">${escaped(parts.preheader)}</div>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="background:#f2eef2"><tr><td align="center" style="padding:32px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:520px">
<tr><td style="padding:0 8px 16px;font-family:Inter,'Segoe UI',Helvetica,Arial,sans-serif;font-size:18px;font-weight:600;color:#803b83">Balcão</td></tr>
<tr><td style="padding:32px;background:#ffffff;border:1px solid #e5e2e5;border-radius:12px;font-family:Inter,'Segoe UI',Helvetica,Arial,sans-serif;font-size:15px;line-height:22px;color:#1e191e">${parts.body}</td></tr>
<tr><td style="padding:16px 8px;font-family:Inter,'Segoe UI',Helvetica,Arial,sans-serif;font-size:12px;line-height:16px;color:#686268">${escaped(parts.footer)}</td></tr>
</table></td></tr></table>
</body></html>
`;
