export interface TextPart {
  text: string;
  /** Target of the link; absent: plain text. */
  address?: string;
}

const link = /(?:https?:\/\/|www\.)[^\s<>"']+/gi;
/** Punctuation that ends a sentence or a bracket and is no part of an address. */
const after = /[.,;:!?)\]}]+$/;

const addressOf = (found: string): string | undefined => {
  try {
    const { href, protocol } = new URL(/^https?:/i.test(found) ? found : `https://${found}`);
    return protocol === 'https:' || protocol === 'http:' ? href : undefined;
  } catch {
    return undefined;
  }
};

/** Splits a value into text and links: what begins with www or http becomes a link. */
export function linked(value: string): TextPart[] {
  const parts: TextPart[] = [];
  let done = 0;
  for (const match of value.matchAll(link)) {
    const found = match[0].replace(after, '');
    const address = addressOf(found);
    if (!address) continue;
    if (match.index > done) parts.push({ text: value.slice(done, match.index) });
    parts.push({ text: found, address });
    done = match.index + found.length;
  }
  if (done < value.length) parts.push({ text: value.slice(done) });
  return parts;
}
