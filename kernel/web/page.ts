import { earlyStart } from './early-start.ts';
import { contentSecurityPolicy, type PageOrigins } from './policy.ts';

/** What the host's build wrote in `host.json`. Addresses are root-relative. */
export interface HostBuild {
  /** The page with `<!--head-->` where scripts, styles and the nonce go. */
  template: string;
  importMap: { imports: Record<string, string> };
  /** Address to integrity, of every module of host and shared set. */
  integrity: Record<string, string>;
  entry: string;
  /** Modules that the entry reaches, without the entry itself. */
  preloads: string[];
  /** Style sheet of the page's start, in its head. */
  style: string;
  /** Font files worth fetching before any text shows. */
  fonts: string[];
  /** Names of all files below the host's folder. */
  files: string[];
}

const attribute = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
/** Inside a script element only `</script` and `<!--` could end or confuse it. */
const inScript = (json: string): string => json.replaceAll('<', '\\u003c');

/** The text of the import map, with hashes of what any company uses: a plugin switched on later is guarded as well. */
export const importMapText = (host: HostBuild, integrity: Readonly<Record<string, string>>): string =>
  inScript(JSON.stringify({ imports: host.importMap.imports, integrity }));

const preload = (host: HostBuild, address: string): string =>
  `<link rel="modulepreload" href="${attribute(address)}" integrity="${host.integrity[address] ?? ''}">`;

export interface Page {
  html: string;
  policy: string;
}

/** One answer of the page; `map` is the text of `importMapText`. */
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
