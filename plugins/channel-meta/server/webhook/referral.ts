import type { InboundMessage } from '@balcao/connections/contract';
import type { WireReferral } from './envelope.ts';

type Origin = Pick<InboundMessage, 'context' | 'referral'>;

const isAd = (referral: NonNullable<WireReferral>): boolean =>
  referral.ad_id !== undefined || /^ads?$/i.test(referral.source ?? '');

/** Returns the ad or link by which a person came to write. */
export const originOf = (referral: WireReferral): Origin => {
  if (!referral) return {};
  const { ref, source = '', ad_id: adId, ads_context_data: ad, referer_uri: url } = referral;
  const title = ad?.ad_title;
  const picture = ad?.photo_url ?? ad?.video_url;
  return {
    ...(isAd(referral) && {
      context: { kind: 'ad', ...(adId && { id: adId }), ...(picture && { url: picture }), ...(title && { title }) },
    }),
    referral: {
      ...(source && { source: source.toLowerCase() }),
      ...(ref && { ref }),
      ...(adId && { adId }),
      ...(title && { title }),
      ...(url && { url }),
    },
  };
};

/** Returns how many days a message after this referral opens the conversation: longer after an ad. */
export const daysOpened = (referral: WireReferral, adDays: number): number => (referral && isAd(referral) ? adDays : 1);
