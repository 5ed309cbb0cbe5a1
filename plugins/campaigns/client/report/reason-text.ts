import { hasText, type useT } from '@balcao/sdk/client';

/** Returns a reason in words. Channels report codes, WhatsApp's within a sentence. */
export const reasonText = (t: ReturnType<typeof useT>, reason: string): string => {
  const code = /\b\d{3,6}\b/.exec(reason)?.[0] ?? reason;
  return hasText('campaigns', `reason.${code}`) ? t(`reason.${code}`) : t('reason.other', { code });
};
