import { earlyStart } from './early-start.ts';
import { contentSecurityPolicy, type PageOrigins } from './policy.ts';

/** The content of `host.json`, which the host's build writes. Addresses are root-relative. */
export interface HostBuild {
  /** The page, with `<!--head-->` in place of scripts, styles and the nonce. */
  template: string;
  importMap: { imports: Record<string, string> };
  /** Address to integrity, of every module of the host and the shared set. */
  integrity: Record<string, string>;
  entry: string;
  /** Modules that the entry imports, without the entry itself. */
  preloads: string[];
  /** Style sheet of the first screen, in the page's head. */
  style: string;
  /** Font files that are preloaded before any text is shown. */
  fonts: string[];
}

const attribute = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
/** Inside a script element only `</script` and `<!--` could end or confuse it. */
const inScript = (json: string): string => json.replaceAll('<', '\\u003c');

/**
 * Returns the text of the import map, with hashes of the plugins that any company uses, so that one switched on later
 * is checked as well.
 */
export const importMapText = (host: HostBuild, integrity: Readonly<Record<string, string>>): string =>
  inScript(JSON.stringify({ imports: host.importMap.imports, integrity }));

const preload = (host: HostBuild, address: string): string =>
  `<link rel="modulepreload" href="${attribute(address)}" integrity="${host.integrity[address] ?? ''}">`;

export interface Page {
  html: string;
  policy: string;
}

/** Renders the page; `map` is the text of `importMapText`. */
export function renderPage(host: HostBuild, map: string, nonce: string, origins: PageOrigins): Page {
  const head = [
    `<meta property="csp-nonce" nonce="${nonce}">`,
    `<script>${earlyStart}</script>`,
    `<script type="importmap">${map}</script>`,
    ...host.fonts.map(
      (address) => `<link rel="preload" as="font" type="font/woff2" href="${attribute(address)}" crossorigin>`,
    ),
    `<style nonce="${nonce}">${host.style.replaceAll('<', '\\3c ')}</style>`,
    ...[host.entry, ...host.preloads].map((address) => preload(host, address)),
    `<script type="module" src="${attribute(host.entry)}" integrity="${host.integrity[host.entry] ?? ''}"></script>`,
  ].join('\n');
  return {
    html: host.template.replace('<!--head-->', () => head),
    policy: contentSecurityPolicy([earlyStart, map], nonce, origins),
  };
}
