import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** Returns the anchor of a heading, by the rules of the usual hosts. */
const anchorOf = (heading: string): string =>
  heading
    .replaceAll(/[`*]/g, '')
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(/\s/g, '-');

const withoutCode = (text: string): string => text.replaceAll(/^ *```[^]*?^ *```$/gm, '').replaceAll(/`[^`\n]*`/g, '');

const anchorsOf = (file: string): Set<string> =>
  new Set(
    readFileSync(file, 'utf8')
      .replaceAll(/^ *```[^]*?^ *```$/gm, '')
      .split('\n')
      .filter((line) => /^#{1,6} /.test(line))
      .map((line) => anchorOf(line.replace(/^#+ /, ''))),
  );

/** Returns the relative links of a page that lead nowhere. */
export function brokenLinks(root: string, page: { path: string; text: string }): string[] {
  const links = [...withoutCode(page.text).matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => target);
  return links
    .filter((target) => !/^[a-z]+:/.test(target))
    .filter((target) => {
      const [file = '', anchor] = target.split('#');
      const full = file === '' ? path.join(root, page.path) : path.join(root, path.dirname(page.path), file);
      if (!existsSync(full)) return true;
      return anchor !== undefined && !anchorsOf(full).has(anchor);
    })
    .map((target) => `${page.path} links to ${target}, which is not there`);
}
