import { decodeHTML } from 'entities';

export interface PageFacts {
  title: string;
  description: string;
  site: string;
  /** As the page names it: relative to the page. */
  image: string | undefined;
}

/** Heads of real pages stay far below. */
const maxTags = 1_000;
const maxAttributes = 20;
const longestTag = 8_000;

/** Every part is looked for forwards and once, so that no page takes longer than its length. */
const tags = /<(?:(meta|title|script|style|noscript)(?=[\s/>])|(!--))/gi;
const attribute = /[\s/]*([^\s=>/"']+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+)))?/y;
const ends: Readonly<Record<string, string>> = {
  '!--': '-->',
  script: '</script',
  style: '</style',
  noscript: '</noscript',
};

const attributesAt = (html: string, from: number): Map<string, string> => {
  const found = new Map<string, string>();
  const text = html.slice(from, from + longestTag);
  attribute.lastIndex = 0;
  for (let count = 0; count < maxAttributes; count += 1) {
    const [, name = '', double, single, bare] = attribute.exec(text) ?? [];
    if (name === '') break;
    found.set(name.toLowerCase(), decodeHTML(double ?? single ?? bare ?? ''));
  }
  return found;
};

// oxlint-disable-next-line no-control-regex -- they are what is taken out
const unseen = /[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g;

const shown = (text: string, most: number): string => {
  const plain = text.replace(unseen, ' ').replace(/\s+/g, ' ').trim();
  return plain.length > most ? `${plain.slice(0, most - 1).toWellFormed()}…` : plain.toWellFormed();
};

/** What a page says of itself in its head: Open Graph first, then what browsers show. */
export const pageFacts = (html: string): PageFacts | undefined => {
  const metas = new Map<string, string>();
  // Letter by letter, because lower case of other alphabets may be longer.
  const lower = html.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
  let title = '';
  let seen = 0;
  tags.lastIndex = 0;
  for (let tag = tags.exec(html); tag && seen < maxTags; tag = tags.exec(html)) {
    seen += 1;
    const name = (tag[1] ?? tag[2] ?? '').toLowerCase();
    const closing = ends[name];
    if (closing !== undefined) {
      const end = lower.indexOf(closing, tags.lastIndex);
      if (end < 0) break;
      tags.lastIndex = end + closing.length;
    } else if (name === 'title') {
      const start = html.indexOf('>', tags.lastIndex) + 1;
      const end = lower.indexOf('</title', start);
      if (start === 0 || end < 0) break;
      title ||= decodeHTML(html.slice(start, Math.min(end, start + longestTag)));
      tags.lastIndex = end;
    } else {
      const attributes = attributesAt(html, tags.lastIndex);
      const property = (attributes.get('property') ?? attributes.get('name') ?? '').toLowerCase();
      const content = attributes.get('content')?.trim();
      if (property !== '' && content && !metas.has(property)) metas.set(property, content);
    }
  }
  const named = (...names: string[]): string => names.map((name) => metas.get(name)).find(Boolean) ?? '';
  const facts = {
    title: shown(named('og:title', 'twitter:title') || title, 200),
    description: shown(named('og:description', 'twitter:description', 'description'), 400),
    site: shown(named('og:site_name', 'application-name'), 80),
    image: named('og:image:secure_url', 'og:image', 'og:image:url', 'twitter:image', 'twitter:image:src') || undefined,
  };
  return facts.title === '' ? undefined : facts;
};

const declared = /<meta[^>]{0,200}charset=["']?\s*([\w-]{2,40})/i;

/** Bytes as text, by what the answer or the page says of its letters; UTF-8 where it says nothing that is known. */
export const pageText = (body: Buffer, type: string): string => {
  const head = body.subarray(0, 2_048).toString('latin1');
  const label = /charset=["']?\s*([\w-]{2,40})/.exec(type)?.[1] ?? declared.exec(head)?.[1] ?? 'utf-8';
  try {
    return new TextDecoder(label).decode(body);
  } catch {
    return new TextDecoder().decode(body);
  }
};
