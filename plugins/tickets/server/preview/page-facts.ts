import { decodeHTML } from 'entities';

export interface PageFacts {
  title: string;
  description: string;
  site: string;
  /** Address in the form used by the page: relative to its own. */
  image: string | undefined;
}

/** Far more than the heads of real pages have. */
const maxTags = 1_000;
const maxAttributes = 20;
const maxTagLength = 8_000;

/** Every tag is found in one forward pass, so that the time is linear in the length of the page. */
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
  const text = html.slice(from, from + maxTagLength);
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

const shown = (text: string, max: number): string => {
  const plain = text.replace(unseen, ' ').replace(/\s+/g, ' ').trim();
  return plain.length > max ? `${plain.slice(0, max - 1).toWellFormed()}…` : plain.toWellFormed();
};

/** Returns the metadata in the head of a page: Open Graph first, then title and description. */
export const pageFacts = (html: string): PageFacts | undefined => {
  const metas = new Map<string, string>();
  // Only ASCII, because the lower case of other alphabets may be longer.
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
      title ||= decodeHTML(html.slice(start, Math.min(end, start + maxTagLength)));
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

/** Decodes the body by the charset of the response or of the page; UTF-8 without a known one. */
export const pageText = (body: Buffer, type: string): string => {
  const head = body.subarray(0, 2_048).toString('latin1');
  const label = /charset=["']?\s*([\w-]{2,40})/.exec(type)?.[1] ?? declared.exec(head)?.[1] ?? 'utf-8';
  try {
    return new TextDecoder(label).decode(body);
  } catch {
    return new TextDecoder().decode(body);
  }
};
