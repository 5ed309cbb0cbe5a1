import type { InboundMessage } from '@balcao/connections/contract';
import type { WireMessage } from './envelope.ts';

/** Returns the ad or post from which a person wrote: Meta includes it in their first message only. */
export const originOf = ({ referral }: WireMessage): Pick<InboundMessage, 'context' | 'referral'> => {
  if (!referral) return {};
  const { source_type, source_id: id, source_url: url, headline: title, body, ctwa_clid } = referral;
  const source = source_type?.toLowerCase() ?? 'ad';
  const isAd = source !== 'post';
  return {
    context: { kind: isAd ? 'ad' : 'post', ...(id && { id }), ...(url && { url }), ...(title && { title }) },
    referral: {
      source,
      ...(id && isAd && { adId: id }),
      ...(title && { title }),
      ...(body && { text: body }),
      ...(url && { url }),
      ...(ctwa_clid && { clickId: ctwa_clid }),
    },
  };
};
