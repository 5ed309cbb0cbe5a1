import { createHash } from 'node:crypto';
import { Reply, type Scope } from '@balcao/sdk/server';
import type { Open } from './access.ts';
import { scriptPath } from './site-routes.ts';

const styleFor = (
  color: string,
): string => `:root{color-scheme:light dark;--ink:#1e191e;--soft:#686268;--line:#e5e2e5;--sheet:#fff;--ground:#f8f5f8}
@media(prefers-color-scheme:dark){:root{--ink:#f0edf0;--soft:#9f999f;--line:#2f2b2f;--sheet:#1e1a1e;--ground:#151316}}
*{box-sizing:border-box}body{margin:0;min-height:100vh;background:var(--ground);color:var(--ink);font:16px/1.6 "Inter Variable",Inter,system-ui,-apple-system,"Segoe UI",sans-serif}
header{display:flex;align-items:center;gap:12px;padding:20px 24px;background:var(--sheet);border-bottom:1px solid var(--line);font-weight:600}
header span{width:12px;height:12px;border-radius:4px;background:${color}}main{max-width:600px;margin-left:clamp(0px,calc(18vw - 96px),180px);padding:72px 24px 160px}
h1{margin:0 0 12px;font-size:32px;line-height:1.25;letter-spacing:-.02em}p{margin:0 0 16px;color:var(--soft)}
section{display:grid;gap:12px;margin-top:32px}i{display:block;height:14px;border-radius:7px;background:var(--line)}i:nth-child(3n+2){width:86%}i:nth-child(3n){width:62%}`;

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** A page that stands in for a company’s site, with a stricter policy than most. */
export const demoPage = (address: string, host: string | string[] | undefined, { site }: Open, scope: Scope): Reply => {
  const known = typeof host === 'string' && /^[\w.:[\]-]+$/.test(host) ? host : '';
  const sockets = known === '' ? '' : ` ws://${known} wss://${known}`;
  const style = styleFor(site.color);
  const styleHash = createHash('sha256').update(style).digest('base64');
  const html = `<!doctype html>
<html lang="${escaped(scope.t('demo.language'))}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="robots" content="noindex">
<title>${escaped(scope.t('demo.title', { title: site.title }))}</title>
<style>${style}</style>
</head>
<body>
<header><span></span>${escaped(site.title)}</header>
<main>
<h1>${escaped(scope.t('demo.heading'))}</h1>
<p>${escaped(scope.t('demo.text'))}</p>
<section aria-hidden="true"><i></i><i></i><i></i><i></i><i></i><i></i></section>
</main>
<script src="${scriptPath}" data-address="${escaped(address)}" data-open async></script>
</body>
</html>
`;
  return new Reply(200, html, {
    'content-type': 'text/html; charset=utf-8',
    'referrer-policy': 'same-origin',
    'content-security-policy': [
      `default-src 'none'`,
      `script-src 'self'`,
      `style-src 'sha256-${styleHash}'`,
      `img-src 'self' blob:`,
      `media-src 'self' blob:`,
      `connect-src 'self'${sockets}`,
      `base-uri 'none'`,
      `form-action 'none'`,
      `frame-ancestors 'none'`,
      `require-trusted-types-for 'script'`,
    ].join('; '),
  });
};
