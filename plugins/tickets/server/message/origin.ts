import type { InboundMessage, MessageContext, MessageReferral } from '@balcao/connections/contract';

export interface Origin {
  context: MessageContext | null;
  referral: MessageReferral | null;
}

const kinds: readonly string[] = [
  'story',
  'story-mention',
  'post',
  'reel',
  'ad',
  'comment',
] satisfies MessageContext['kind'][];
const maxTextLength = 500;
const maxUrlLength = 2000;

const text = (value: unknown): string | undefined =>
  typeof value === 'string'
    ? value
        .replace(/[\p{Cc}\s]+/gu, ' ')
        .trim()
        .slice(0, maxTextLength)
        .toWellFormed() || undefined
    : undefined;

/** Returns http and https addresses only: a browser would run what other schemes contain. */
const page = (value: unknown): string | undefined => {
  if (typeof value !== 'string' || value.length > maxUrlLength || !URL.canParse(value)) return undefined;
  return /^https?:$/.test(new URL(value).protocol) ? new URL(value).href.slice(0, maxUrlLength) : undefined;
};

const filled = <T extends object>(values: T): T =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as T;

/** Returns the storable origin of a message. Long values are cut, so that no message is lost for them. */
export const originOf = ({ context, referral }: Pick<InboundMessage, 'context' | 'referral'>): Origin => {
  const known = context && kinds.includes(context.kind) ? context : undefined;
  const came =
    referral &&
    filled({
      source: text(referral.source),
      ref: text(referral.ref),
      adId: text(referral.adId),
      title: text(referral.title),
      text: text(referral.text),
      url: page(referral.url),
      clickId: text(referral.clickId),
    });
  return {
    context: known
      ? (filled({
          kind: known.kind,
          id: text(known.id),
          url: page(known.url),
          title: text(known.title),
          isPublic: known.isPublic === true ? true : undefined,
        }) as MessageContext)
      : null,
    referral: came && Object.keys(came).length > 0 ? (came as MessageReferral) : null,
  };
};

/** Returns JSON for the database; null when there is none. */
export const originJson = (value: MessageContext | MessageReferral | null): string | null =>
  value && JSON.stringify(value);
