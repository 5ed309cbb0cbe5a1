import { hasText, useT } from '@balcao/sdk/client';

/** Says in words why a message was not sent. */
export const useReason = (): ((code: string | null) => string) => {
  const t = useT();
  return (code) => t(code !== null && hasText('agenda', `failure.${code}`) ? `failure.${code}` : 'failure.other');
};
