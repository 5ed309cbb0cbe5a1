import { parse, type DefaultTreeAdapterMap } from 'parse5';
import { Blocks, type Block } from './blocks.ts';

type Node = DefaultTreeAdapterMap['node'];
type Element = DefaultTreeAdapterMap['element'];

export interface ReadPage {
  title: string;
  blocks: Block[];
  /** Addresses of its links, resolved. */
  links: string[];
  /** The page asks programs not to keep it. */
  isHidden: boolean;
}

/** Parts of every page of a site: they would be found with every question. */
const skipped = new Set(['script', 'style', 'noscript', 'template', 'nav', 'footer', 'header', 'aside', 'form', 'svg']);
const paragraphs = new Set([
  ...['p', 'div', 'li', 'td', 'th', 'dd', 'dt', 'section', 'article', 'main', 'blockquote', 'pre', 'tr', 'ul', 'ol'],
  ...['table', 'body', 'figcaption', 'address', 'details', 'summary'],
]);

const attribute = (element: Element, name: string): string =>
  element.attrs.find((one) => one.name === name)?.value ?? '';
const isElement = (node: Node): node is Element => 'tagName' in node;
const textOf = (node: Node): string => {
  if ('value' in node && node.nodeName === '#text') return (node as { value: string }).value;
  return 'childNodes' in node ? node.childNodes.map(textOf).join('') : '';
};

/** Reads the visible text of a page under its headings, without menus, forms and foot. */
export const readPage = (html: string, address: URL): ReadPage => {
  const blocks = new Blocks();
  const page: ReadPage = { title: '', blocks: [], links: [], isHidden: false };
  let text = '';
  const flush = (): void => {
    blocks.paragraph(text);
    text = '';
  };
  const walk = (node: Node, isInside: boolean): void => {
    if (node.nodeName === '#text') {
      if (isInside) text += (node as { value: string }).value.replace(/\s+/g, ' ');
      return;
    }
    if (!isElement(node)) {
      if ('childNodes' in node) for (const child of node.childNodes) walk(child, isInside);
      return;
    }
    const { tagName } = node;
    if (tagName === 'title' && page.title === '') page.title = textOf(node).replace(/\s+/g, ' ').trim().slice(0, 200);
    if (tagName === 'meta' && /^robots$/i.test(attribute(node, 'name')))
      page.isHidden ||= /noindex|none/i.test(attribute(node, 'content'));
    if (tagName === 'a') {
      const target = URL.parse(attribute(node, 'href'), address);
      if (target && !/nofollow/i.test(attribute(node, 'rel'))) page.links.push(target.href);
    }
    const level = /^h([1-6])$/.exec(tagName)?.[1];
    if (level !== undefined && isInside) {
      flush();
      blocks.heading(Number(level), textOf(node));
      return;
    }
    if (tagName === 'br') text += '\n';
    const isShown = isInside && !skipped.has(tagName) && tagName !== 'head';
    if (paragraphs.has(tagName)) flush();
    // Links of menus and feet lead to other pages, though their words are not read.
    for (const child of node.childNodes) walk(child, isShown);
    if (paragraphs.has(tagName)) flush();
  };
  walk(parse(html), true);
  flush();
  page.blocks = blocks.all;
  return page;
};
