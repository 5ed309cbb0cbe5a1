export interface TextPart {
  text: string;
  /** Where it leads; absent: plain words. */
  address?: string;
}

const link = /(?:https?:\/\/|www\.)[^\s<>"']+/gi;
/** Closes a sentence or a bracket and belongs to no address. */
const after = /[.,;:!?)\]}]+$/;

const addressOf = (found: string): string | undefined => {
  try {
    const { href, protocol } = new URL(/^https?:/i.test(found) ? found : `https://${found}`);
    return protocol === 'https:' || protocol === 'http:' ? href : undefined;
  } catch {
    return undefined;
  }
};

/** A value with its addresses apart: what begins with www or http becomes a link, the words round it stay. */
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
