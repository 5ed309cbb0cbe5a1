import { folded } from './words.ts';

export interface FilterFacts {
  /** Everything that the answer may repeat: the conversation, the passages, the company's own texts. */
  known: string;
  /** Texts that it must not repeat at length. */
  rules: string;
  links: readonly string[];
  /** Prices and dates must be in the sources. */
  isStrict: boolean;
}

/** `text` is the answer without addresses that are not allowed; `blocked` names why it must not be sent at all. */
export interface Filtered {
  text: string;
  blocked?: 'secret' | 'number' | 'rules' | 'unsourced' | 'empty';
}

const secret =
  /\b(?:sk|pk|rk|ghp|gho|xox[abp]|AKIA)[-_]?[A-Za-z0-9_-]{16,}|-----BEGIN [A-Z ]*PRIVATE KEY-----|\bBearer\s+[A-Za-z0-9._-]{16,}/;
const address =
  /(?:https?:\/\/|www\.)[^\s<>"')\]]+|\b[a-z0-9-]+(?:\.[a-z0-9-]+)*\.(?:com|net|org|br|io|app|info|xyz|top|site|online|link|ly|me|gg|ru|cn)(?:\/[^\s<>"')\]]*)?(?![\w@])/gi;
const digits = (text: string): string => text.replace(/\D/g, '');

const hostOf = (link: string): string =>
  (URL.parse(/^https?:/i.test(link) ? link : `https://${link}`)?.hostname ?? '').replace(/^www\./, '');
const isAllowed = (link: string, links: readonly string[]): boolean => {
  const host = hostOf(link);
  return links.some((one) => host === hostOf(one) || host.endsWith(`.${hostOf(one)}`));
};

/** Numbers of eight digits and more: of phones, documents, accounts. */
const longNumbers = (text: string): string[] =>
  (text.match(/\+?\d[\d\s().\-/]{6,}\d/g) ?? []).map(digits).filter((number) => number.length >= 8);

const repeats = (text: string, rules: string, words: number): boolean => {
  const said = folded(text).split(' ');
  const kept = ` ${folded(rules)} `;
  for (let at = 0; at + words <= said.length; at += 1)
    if (kept.includes(` ${said.slice(at, at + words).join(' ')} `)) return true;
  return false;
};

/** Checks an answer before it is sent: nothing of it is trusted, because the customer's text steered it. */
export const filterAnswer = (answer: string, { known, rules, links, isStrict }: FilterFacts): Filtered => {
  const text = answer
    .replace(address, (link, at: number) => (answer[at - 1] === '@' || isAllowed(link, links) ? link : ''))
    .replace(/\[([^\]]*)\]\(\s*\)/g, '$1')
    .replace(/[^\S\n]{2,}/g, ' ')
    .trim();
  if (text.replace(/[^\p{L}\p{N}]/gu, '') === '') return { text, blocked: 'empty' };
  if (secret.test(text)) return { text, blocked: 'secret' };
  const knownDigits = digits(known);
  if (longNumbers(text).some((number) => !knownDigits.includes(number))) return { text, blocked: 'number' };
  if (repeats(text, rules, 8)) return { text, blocked: 'rules' };
  const prices = text.match(/(?:R\$|US\$|€|\$)\s?\d[\d.,]*|\d[\d.,]*\s?%/g) ?? [];
  if (
    isStrict &&
    prices.some((price) => !known.replace(/\s/g, '').includes(price.replace(/\s/g, '').replace(/[.,]$/, '')))
  )
    return { text, blocked: 'unsourced' };
  return { text };
};
