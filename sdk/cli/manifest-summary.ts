import type { PluginManifest } from '@balcao/sdk/manifest';

type Texts = Readonly<Record<string, unknown>>;

const text = (texts: Texts, key: string): string => {
  const found = key
    .split('.')
    .reduce<unknown>((at, step) => (typeof at === 'object' && at !== null ? (at as Texts)[step] : undefined), texts);
  return typeof found === 'string' ? found : key;
};

const line = (what: string, rows: readonly string[]): string[] =>
  rows.length === 0 ? [] : rows.map((row, index) => `  ${(index === 0 ? what : '').padEnd(15)}${row}`);

/**
 * Summarises what a plugin requires of the product and of its companies, for the person who decides on the
 * installation.
 */
export function manifestSummary(manifest: PluginManifest, texts: Texts): string {
  const {
    permissions = {},
    settings = {},
    hosts = [],
    frames = [],
    publicRoutes = {},
    requires = {},
    optional = {},
  } = manifest;
  return (
    [
      `  ${text(texts, manifest.title)}: ${text(texts, manifest.description)}`,
      '',
      ...line('publisher', [`${manifest.publisher} (${manifest.license})`]),
      ...line('SDK', [manifest.sdk]),
      ...line('requires', [
        ...Object.entries(requires).map(([id, range]) => `${id} ${range}`),
        ...Object.entries(optional).map(([id, range]) => `${id} ${range} (if it is there)`),
      ]),
      ...line(
        'permissions',
        Object.entries(permissions).map(
          ([name, { label, profiles }]) =>
            `${name}: ${text(texts, label)} (${profiles.join(', ') || 'nobody at first'})`,
        ),
      ),
      ...line(
        'settings',
        Object.entries(settings).map(
          ([name, { label, secret }]) => `${name}: ${text(texts, label)}${secret ? ' (secret)' : ''}`,
        ),
      ),
      ...line('calls', hosts),
      ...line('shows', frames),
      ...line(
        'open to all',
        Object.entries(publicRoutes).map(([route, reason]) => `${route}: ${reason}`),
      ),
      ...line('adds to', Object.keys(manifest.contributes ?? {})),
    ]
      // Control characters in a third party's text must not move the cursor or overwrite the lines above.
      .map((row) => row.replaceAll(/\p{Cc}/gu, ''))
      .join('\n')
  );
}
