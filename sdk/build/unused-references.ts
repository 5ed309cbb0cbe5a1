import type { Plugin } from 'vite';

const source = /import\s*\{([^}]*)\}\s*from\s*['"]@balcao\/sdk\/contract['"]/;
const makers = new Set(['component', 'event', 'point', 'publishedKey', 'publishedSql', 'room', 'service', 'job']);

/**
 * Drops unused references of contracts. A contract names everything that its plugin offers, and a browser part uses few
 * of those names; creating a reference has no other effect.
 */
export const unusedReferences = (): Plugin => ({
  name: 'balcao-unused-references',
  enforce: 'pre',
  transform(code, id) {
    const [, imported] = (/\.tsx?(\?\w+)?$/.test(id) && code.match(source)) || [];
    const names =
      imported
        ?.split(',')
        .map((name) => name.trim())
        .filter((name) => makers.has(name)) ?? [];
    if (names.length === 0) return null;
    const made = new RegExp(`(export const \\w+ = )(?=(?:${names.join('|')})\\b)`, 'g');
    return { code: code.replaceAll(made, '$1/*#__PURE__*/ '), map: null };
  },
});
